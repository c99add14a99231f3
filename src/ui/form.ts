import { type ChangeEvent, type FocusEvent, type RefCallback, useState, useSyncExternalStore } from 'react'
import type * as z from 'zod/mini'
import { isBlankText } from '#contract/pasted-text.ts'
import { createEmitter } from '../concurrency/emitter.ts'

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement
type FieldOf<Values> = keyof Values & string

export interface FieldError {
  readonly message: string
}

/** At most one fault a field; `root` is a fault of the whole form. */
type FieldErrors<Values> = { readonly [Field in keyof Values | 'root']?: FieldError | undefined }

/** Turns the form's values into those to send, or into their faults. */
type Resolver<Values> = (
  values: Values,
) => { values: Values; errors: Record<string, never> } | { values: object; errors: FieldErrors<Values> }

export interface FormOptions<Values> {
  readonly resolver: Resolver<Values>
  /** Text fields start as strings, boxes as booleans. */
  readonly defaultValues: Values
  /** Values that were typed before this form was mounted. */
  readonly typed?: Partial<Values>
  /** When errors begin to show: after the first try to send (the default), or when a field is left. */
  readonly mode?: 'onSubmit' | 'onTouched'
}

interface FormState<Values> {
  readonly values: Values
  readonly errors: FieldErrors<Values>
  readonly isSubmitting: boolean
  /** The person has tried to send: from now on a field is checked at each change. */
  readonly isSubmitted: boolean
}

/** The props of a field's element: spread them into the input, select or textarea. */
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

/** The form of one screen, from `useForm`; the same object while the screen is mounted. */
export type Form<Values extends object> = ReturnType<typeof createForm<Values>>

/** Values, errors and sending of one form, without a screen. See `useForm`. */
export function createForm<Values extends object>({ resolver, defaultValues, typed, mode }: FormOptions<Values>) {
  let defaults = defaultValues
  let sent = defaults
  let state: FormState<Values> = {
    values: { ...defaults, ...typed },
    errors: {},
    isSubmitting: false,
    isSubmitted: false,
  }
  const changed = createEmitter()
  const touched = new Set<string>()
  // In the order of the screen.
  const controls = new Map<string, Control | null>()
  const refs = new Map<string, RefCallback<Control>>()

  function change(next: Partial<FormState<Values>>): void {
    state = { ...state, ...next }
    changed.emit()
  }

  /** Replaces the default values: a field that the person changed keeps its value. */
  function rebase(start: Partial<Values>, base: Values): Partial<Values> {
    const isUntouched = ([field]: [string, unknown]) =>
      state.values[field as FieldOf<Values>] === base[field as FieldOf<Values>]
    defaults = { ...defaults, ...start }
    return Object.fromEntries(Object.entries(start).filter(isUntouched)) as Partial<Values>
  }

  const isFieldDirty = (field: FieldOf<Values>) => state.values[field] !== defaults[field]

  function trigger(field: FieldOf<Values>): void {
    const errors = resolver(state.values).errors as FieldErrors<Values>
    change({ errors: { ...state.errors, [field]: errors[field] } })
  }

  function setFocus(field: string): void {
    controls.get(field)?.focus()
  }

  function focusFirstFault(): void {
    const first = [...controls.keys()].find((field) => state.errors[field as FieldOf<Values>] !== undefined)
    if (first !== undefined) setFocus(first)
  }

  /** The same function for each field at every render: with another one React would detach and attach the element again. */
  function refOf(field: string): RefCallback<Control> {
    const existing = refs.get(field)
    if (existing !== undefined) return existing
    const ref: RefCallback<Control> = (element) => {
      controls.set(field, element)
      if (element !== null) takeTyped(field as FieldOf<Values>, element)
    }
    refs.set(field, ref)
    return ref
  }

  /** Takes a value that the person or the browser put into a drawn page's field before this form existed. */
  function takeTyped(field: FieldOf<Values>, element: Control): void {
    const [shown, drawn] = isBox(element)
      ? [element.checked, element.defaultChecked]
      : [element.value, startOf(element)]
    if (shown !== drawn && shown !== state.values[field]) take(field, shown)
  }

  /** Takes the values that the fields show: some browsers fill in a stored password without an event (Chrome on iOS). */
  function takeShown(): void {
    for (const [field, element] of controls) {
      if (element === null) continue
      const shown = isBox(element) ? element.checked : element.value
      if (shown !== state.values[field as FieldOf<Values>]) take(field as FieldOf<Values>, shown)
    }
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
    if (state.isSubmitting) return
    takeShown()
    sent = state.values
    change({ isSubmitting: true })
    try {
      const checked = resolver(sent)
      change({ errors: checked.errors as FieldErrors<Values>, isSubmitted: true })
      if (Object.keys(checked.errors).length === 0) await onValid(checked.values as Values)
      else focusFirstFault()
    } finally {
      change({ isSubmitting: false })
    }
  }

  return {
    subscribe: changed.subscribe,
    snapshot: (): FormState<Values> => state,
    get formState() {
      const isDirty = (Object.keys(state.values) as FieldOf<Values>[]).some(isFieldDirty)
      return { ...state, isDirty }
    },
    /** The field's value and event handlers; the handlers of `more` run afterwards. */
    register(field: FieldOf<Values>, more: FieldListeners = {}): FieldBinding {
      const value: unknown = state.values[field]
      return {
        name: field,
        ...(typeof value === 'boolean' ? { checked: value } : { value: String(value) }),
        onChange: ({ target }) => {
          // The next render would empty a field whose value this form does not know.
          takeShown()
          const shown = isBox(target) ? target.checked : target.value
          if (shown !== state.values[field]) take(field, shown)
          more.onChange?.()
        },
        onBlur: () => {
          takeShown()
          leave(field)
          more.onBlur?.()
        },
        ref: refOf(field),
      }
    },
    /** The handler of `submit`: focuses the first fault, or passes on the resolver's values. Does nothing while a try runs. */
    handleSubmit: (onValid: (values: Values) => unknown) => (event?: { preventDefault(): void }) => {
      event?.preventDefault()
      return send(onValid)
    },
    getValue: <Field extends FieldOf<Values>>(field: Field): Values[Field] => state.values[field],
    hasField: (field: string): field is FieldOf<Values> => Object.hasOwn(state.values, field),
    isFieldDirty,
    /** Whether the field still has the value that was sent. */
    isAsSent: (field: FieldOf<Values>) => state.values[field] === sent[field],
    setFocus,
    focusFirstFault,
    trigger,
    /** Shows an error until the field changes; an error of `root` until the next try to send. */
    setError(field: FieldOf<Values> | 'root', error: FieldError): void {
      change({ errors: { ...state.errors, [field]: error } })
    },
    /** Goes back to the initial values, or to new ones. */
    reset(values: Values = defaults): void {
      defaults = values
      touched.clear()
      change({ values, errors: {}, isSubmitted: false })
    },
    /** Takes the stored `values` as the new initial ones. Text typed since the sending stays, unsaved. */
    settle(values: Values): void {
      touched.clear()
      change({ values: { ...state.values, ...rebase(values, sent) }, errors: {}, isSubmitted: false })
    },
    /** Sets new initial values of these fields; a field that the person changed keeps its text. */
    renew(start: Partial<Values>): void {
      const taken = rebase(start, defaults)
      const isNew = (field: string) => taken[field as FieldOf<Values>] !== state.values[field as FieldOf<Values>]
      const clean = Object.fromEntries(
        Object.keys(taken).flatMap((field) => (isNew(field) ? [[field, undefined]] : [])),
      )
      change({ values: { ...state.values, ...taken }, errors: { ...state.errors, ...clean } })
    },
  }
}

const isBox = (element: Control): element is HTMLInputElement => element.type === 'checkbox'

/** A field's initial value. A select has none, and its own value is taken. */
const startOf = (element: Control) => ('defaultValue' in element ? element.defaultValue : element.value)

export interface Issue {
  code?: string | undefined
  path?: PropertyKey[] | undefined
}

export type FieldSentences<Values> = { [Field in keyof Values]?: (value: unknown, issue: Issue) => string }

/** A resolver by a schema; `sentences` words the first issue of each field. */
export function formResolver<Values extends object>(
  schema: z.ZodMiniType<Values, Values>,
  sentences: FieldSentences<Values>,
): Resolver<Values> {
  return (values) => {
    const parsed = schema.safeParse(values)
    if (parsed.success) return { values: parsed.data, errors: {} }
    const errors: Record<string, { message: string }> = {}
    for (const issue of parsed.error.issues) {
      const field = String(issue.path[0])
      const sentence = sentences[field as keyof Values]?.(values[field as keyof Values], issue)
      if (sentence !== undefined) errors[field] ??= { message: sentence }
    }
    return { values: {}, errors: errors as FieldErrors<Values> }
  }
}

/** A form whose screen renders at every change of it. The options are those of the first render. */
export function useForm<Values extends object>(options: FormOptions<Values>): Form<Values> {
  const [form] = useState(() => createForm(options))
  useSyncExternalStore(form.subscribe, form.snapshot, form.snapshot)
  return form
}

/** Shows the server's sentences for single fields by `showSentences`. Returns whether any is shown. */
export function showFieldErrors<Values extends object>(form: Form<Values>, error: unknown): boolean {
  return isRefusalOfFields(error) && showSentences(form, error.fields)
}

/** Only a failed call may carry field sentences. */
function isRefusalOfFields(error: unknown): error is Error & { fields: Readonly<Record<string, string>> } {
  return error instanceof Error && 'fields' in error && typeof error.fields === 'object' && error.fields !== null
}

/**
 * Shows each sentence at its field and focuses the first of these fields. The sentence of a checkbox goes to the whole form,
 * because a box has no place for it. Unknown fields are ignored. Returns whether any sentence is shown.
 */
export function showSentences<Values extends object>(
  form: Form<Values>,
  sentences: Readonly<Record<string, string>>,
): boolean {
  let isAny = false
  for (const [field, message] of Object.entries(sentences)) {
    if (!form.hasField(field)) continue
    form.setError(typeof form.getValue(field) === 'boolean' ? 'root' : field, { message })
    isAny = true
  }
  if (isAny) form.focusFirstFault()
  return isAny
}

/** Whether a field has no text that its schema would keep: schemas trim, and invisible characters do not count. */
export function isBlank(value: unknown): boolean {
  return typeof value !== 'string' || isBlankText(value)
}
