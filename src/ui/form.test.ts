import type { ChangeEvent, FocusEvent } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { createForm, type Form, type FormOptions } from './form.ts'

interface Values {
  email: string
  password: string
  remember: boolean
}
const defaultValues: Values = { email: '', password: '', remember: false }

/** Both texts are required; the values to send have the e-mail trimmed. */
const resolver: FormOptions<Values>['resolver'] = (values) => {
  const empty = (['email', 'password'] as const).filter((field) => values[field].trim() === '')
  if (empty.length > 0) {
    return { values: {}, errors: Object.fromEntries(empty.map((field) => [field, { message: `${field}?` }])) }
  }
  return { values: { ...values, email: values.email.trim() }, errors: {} }
}

const open = (mode?: 'onTouched') => createForm<Values>({ resolver, defaultValues, ...(mode && { mode }) })
const type = (form: Form<Values>, field: 'email' | 'password', value: string) =>
  form.register(field).onChange({ target: { value } } as ChangeEvent<HTMLInputElement>)
const leave = (form: Form<Values>, field: 'email' | 'password') =>
  form.register(field).onBlur({} as FocusEvent<HTMLInputElement>)
const faults = (form: Form<Values>) =>
  Object.entries(form.formState.errors).flatMap(([field, error]) => (error ? [field] : []))

describe('a form', () => {
  it('[S5.12] a form says nothing before the first try to send, then checks each field as it changes', async () => {
    const form = open()
    type(form, 'email', '')
    leave(form, 'email')
    expect(faults(form)).toEqual([])
    await form.handleSubmit(vi.fn())()
    expect(faults(form)).toEqual(['email', 'password'])
    type(form, 'email', 'a@b.co')
    expect(faults(form)).toEqual(['password'])
  })

  it('a form in the mode onTouched checks a field when the person leaves it, and from then on at each change', () => {
    const form = open('onTouched')
    type(form, 'email', ' ')
    expect(faults(form)).toEqual([])
    leave(form, 'email')
    expect(faults(form)).toEqual(['email'])
    type(form, 'email', 'a')
    expect(faults(form)).toEqual([])
  })

  it('a form hands on the values as the resolver has changed them, and is busy until the sending ends', async () => {
    const form = open()
    type(form, 'email', ' a@b.co ')
    type(form, 'password', 'x')
    let done: () => void = () => undefined
    const taken = vi.fn(() => new Promise<void>((resolve) => void (done = resolve)))
    const sending = form.handleSubmit(taken)()
    expect(taken).toHaveBeenCalledWith({ email: 'a@b.co', password: 'x', remember: false })
    expect(form.formState.isSubmitting).toBe(true)
    done()
    await sending
    expect(form.formState.isSubmitting).toBe(false)
  })

  it('a form is no longer busy after its sending has thrown', async () => {
    const form = open()
    type(form, 'email', 'a')
    type(form, 'password', 'x')
    await expect(form.handleSubmit(() => Promise.reject(new Error('x')))()).rejects.toThrow('x')
    expect(form.formState.isSubmitting).toBe(false)
  })

  it('a form puts the focus on the first faulty field in the order of the screen', async () => {
    const form = open()
    const focused: string[] = []
    for (const field of ['password', 'email'] as const) {
      const focus = () => void focused.push(field)
      form.register(field).ref({ value: '', focus } as unknown as HTMLInputElement)
    }
    await form.handleSubmit(vi.fn())()
    expect(focused).toEqual(['password'])
  })

  it('a form keeps the server’s fault of a field until the field changes, and a fault of the whole until the next try', async () => {
    const form = open()
    type(form, 'email', 'a')
    type(form, 'password', 'x')
    await form.handleSubmit(() => form.setError('email', { message: 'taken' }))()
    form.setError('root', { message: 'no' })
    expect(faults(form)).toEqual(['email', 'root'])
    type(form, 'email', 'b')
    expect(faults(form)).toEqual(['root'])
    await form.handleSubmit(vi.fn())()
    expect(faults(form)).toEqual([])
  })

  it('a form sends once, even if a second submit comes while the first is under way', async () => {
    const form = open()
    type(form, 'email', 'a')
    type(form, 'password', 'x')
    const taken = vi.fn(() => Promise.resolve())
    await Promise.all([form.handleSubmit(taken)(), form.handleSubmit(taken)()])
    expect(taken).toHaveBeenCalledOnce()
    await form.handleSubmit(taken)()
    expect(taken).toHaveBeenCalledTimes(2)
  })

  it('a field that changed during the sending keeps its text, and the other fields take the saved values', async () => {
    const form = open()
    type(form, 'email', ' a ')
    type(form, 'password', 'x')
    await form.handleSubmit((values) => {
      type(form, 'password', 'xy')
      expect([form.isAsSent('email'), form.isAsSent('password')]).toEqual([true, false])
      form.settle(values)
    })()
    expect([form.getValue('email'), form.getValue('password')]).toEqual(['a', 'xy'])
    expect([form.isFieldDirty('email'), form.isFieldDirty('password')]).toEqual([false, true])
    form.reset()
    expect(form.getValue('password')).toBe('x')
  })

  it('new start values leave a typed text in place, and leave the fault of a field that they do not change', () => {
    const form = open()
    type(form, 'email', 'typed')
    form.setError('password', { message: 'no' })
    form.renew({ email: 'said', password: '' })
    expect([form.getValue('email'), faults(form)]).toEqual(['typed', ['password']])
    form.renew({ password: 'said' })
    expect([form.getValue('password'), faults(form)]).toEqual(['said', []])
    form.reset()
    expect(form.getValue('email')).toBe('said')
  })

  it('a form knows whether it was changed, and returns to its start values or takes new ones', () => {
    const form = open()
    type(form, 'email', 'a')
    expect([form.formState.isDirty, form.isFieldDirty('email'), form.isFieldDirty('password')]).toEqual([
      true,
      true,
      false,
    ])
    form.reset()
    expect([form.getValue('email'), form.formState.isDirty]).toEqual(['', false])
    form.renew({ email: 'new' })
    expect([form.getValue('email'), form.formState.isDirty]).toEqual(['new', false])
  })

  it('a form keeps a text and a tick that the person entered on the drawn page before the code had come', async () => {
    const form = open()
    form.register('email').ref({ type: 'email', value: 'early@b.co', defaultValue: '' } as HTMLInputElement)
    form.register('remember').ref({ type: 'checkbox', checked: true, defaultChecked: false } as HTMLInputElement)
    form.register('password').ref({ type: 'password', value: '', defaultValue: '' } as HTMLInputElement)
    expect(form.snapshot().values).toEqual({ email: 'early@b.co', password: '', remember: true })
  })
  it('a form sends the values of its fields even if the browser filled the fields in without an event', async () => {
    const form = open('onTouched')
    const email = { type: 'email', value: '', defaultValue: '' } as HTMLInputElement
    const remember = { type: 'checkbox', checked: false, defaultChecked: false } as HTMLInputElement
    form.register('email').ref(email)
    form.register('remember').ref(remember)
    email.value = 'kept@b.co'
    leave(form, 'password')
    expect(form.getValue('email')).toBe('kept@b.co')
    email.value = 'other@b.co'
    type(form, 'password', 'x')
    expect(form.getValue('email')).toBe('other@b.co')
    remember.checked = true
    const taken = vi.fn()
    await form.handleSubmit(taken)()
    expect(taken).toHaveBeenCalledWith({ email: 'other@b.co', password: 'x', remember: true })
  })
})
