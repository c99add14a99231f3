import type { ChangeEvent, FocusEvent, RefCallback } from 'react'

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement
type FieldOf<Values> = keyof Values & string

export interface FieldError {
  /** What the person reads. */
  readonly message: string
}

/** One fault a field; `root` is what is wrong with no field of its own. */
export type FieldErrors<Values> = { readonly [Field in keyof Values | 'root']?: FieldError | undefined }

/** What the form's values become when they are sent, or what is wrong with them. */
export type Resolver<Values> = (
  values: Values,
) => { values: Values; errors: Record<string, never> } | { values: object; errors: FieldErrors<Values> }

export interface FormOptions<Values> {
  readonly resolver: Resolver<Values>
  /** Text fields start as strings, boxes as booleans. */
  readonly defaultValues: Values
  /** When errors begin to show: after the first try to send (the default), or as soon as a field was left. */
  readonly mode?: 'onSubmit' | 'onTouched'
}

interface FormState<Values> {
  readonly values: Values
  readonly errors: FieldErrors<Values>
  readonly isSubmitting: boolean
  /** Somebody has tried to send: from now on a field is checked at each change of it. */
  readonly isSubmitted: boolean
}

/** What a field's element takes: spread it into the input, select or textarea. */
export interface FieldBinding {
  readonly name: string
  readonly value?: string
  readonly checked?: boolean
  readonly onChange: (event: ChangeEvent<Control>) => void
  readonly onBlur: (event: FocusEvent<Control>) => void
  readonly ref: RefCallback<Control>
}

interface FieldListeners {
  readonly onChange?: () => void
  readonly onBlur?: () => void
}

/** The form of one screen, as `useForm` gives it; the object is the same for as long as the screen stands. */
export type Form<Values extends object> = ReturnType<typeof createForm<Values>>

/** Values, errors and sending of one form, without a screen. See `useForm`. */
export function createForm<Values extends object>({ resolver, defaultValues, mode }: FormOptions<Values>) {
  let defaults = defaultValues
  let state: FormState<Values> = { values: defaults, errors: {}, isSubmitting: false, isSubmitted: false }
  const listeners = new Set<() => void>()
  const touched = new Set<string>()
  // In the order in which they stand on the screen.
  const controls = new Map<string, Control | null>()
  const refs = new Map<string, RefCallback<Control>>()

  function change(next: Partial<FormState<Values>>): void {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }

  const isFieldDirty = (field: FieldOf<Values>) => state.values[field] !== defaults[field]

  function trigger(field: FieldOf<Values>): void {
    const errors = resolver(state.values).errors as FieldErrors<Values>
    change({ errors: { ...state.errors, [field]: errors[field] } })
  }

  function setFocus(field: string): void {
    controls.get(field)?.focus()
  }

  /** One function a field: React would take another for a new element. */
  function refOf(field: string): RefCallback<Control> {
    const standing = refs.get(field)
    if (standing !== undefined) return standing
    const ref: RefCallback<Control> = (element) => void controls.set(field, element)
    refs.set(field, ref)
    return ref
  }

  function take(field: FieldOf<Values>, value: unknown): void {
    change({ values: { ...state.values, [field]: value } })
    if (state.isSubmitted || touched.has(field)) trigger(field)
  }

  function leave(field: FieldOf<Values>): void {
    if (mode !== 'onTouched' || state.isSubmitted) return
    touched.add(field)
    trigger(field)
  }

  async function send(onValid: (values: Values) => unknown): Promise<void> {
    change({ isSubmitting: true })
    try {
      const checked = resolver(state.values)
      change({ errors: checked.errors as FieldErrors<Values>, isSubmitted: true })
      const first = [...controls.keys()].find((field) => field in checked.errors)
      if (Object.keys(checked.errors).length === 0) await onValid(checked.values as Values)
      else if (first !== undefined) setFocus(first)
    } finally {
      change({ isSubmitting: false })
    }
  }

  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    snapshot: (): FormState<Values> => state,
    get formState() {
      const isDirty = (Object.keys(state.values) as FieldOf<Values>[]).some(isFieldDirty)
      return { ...state, isDirty }
    },
    /** The field's value and all that follows from the person's hand; `more` hears of it afterwards. */
    register(field: FieldOf<Values>, more: FieldListeners = {}): FieldBinding {
      const value: unknown = state.values[field]
      return {
        name: field,
        ...(typeof value === 'boolean' ? { checked: value } : { value: String(value) }),
        onChange: ({ target }) => {
          take(field, target.type === 'checkbox' ? (target as HTMLInputElement).checked : target.value)
          more.onChange?.()
        },
        onBlur: () => {
          leave(field)
          more.onBlur?.()
        },
        ref: refOf(field),
      }
    },
    /** The handler of the form's `submit`: checks, focuses the first fault, or hands on what the resolver made of it all. */
    handleSubmit: (onValid: (values: Values) => unknown) => (event?: { preventDefault(): void }) => {
      event?.preventDefault()
      return send(onValid)
    },
    getValue: <Field extends FieldOf<Values>>(field: Field): Values[Field] => state.values[field],
    hasField: (field: string): field is FieldOf<Values> => field in state.values,
    isFieldDirty,
    setFocus,
    trigger,
    /** Stands until the field changes; that of `root` until the next try to send. */
    setError(field: FieldOf<Values> | 'root', error: FieldError, { shouldFocus = false } = {}): void {
      change({ errors: { ...state.errors, [field]: error } })
      if (shouldFocus) setFocus(field)
    },
    /** Back to the start, or to a new start. */
    reset(values: Values = defaults): void {
      defaults = values
      touched.clear()
      change({ values, errors: {}, isSubmitted: false })
    },
    /** A new start for one field. */
    resetField<Field extends FieldOf<Values>>(field: Field, value: Values[Field]): void {
      defaults = { ...defaults, [field]: value }
      change({ values: { ...state.values, [field]: value }, errors: { ...state.errors, [field]: undefined } })
    },
  }
}
