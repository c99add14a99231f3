import { describe, expect, it } from 'vitest'
import { ApiError } from '../http/api-error.ts'
import { createForm, showFieldErrors } from './form.ts'

/** A form whose three fields are on the screen in this order. */
function open() {
  const defaultValues = { email: '', password: '', remember: false }
  const form = createForm<typeof defaultValues>({ resolver: (values) => ({ values, errors: {} }), defaultValues })
  const focused: string[] = []
  for (const field of ['email', 'password', 'remember'] as const) {
    form.register(field).ref({ focus: () => void focused.push(field) } as unknown as HTMLInputElement)
  }
  const show = (fields: Record<string, string>) =>
    showFieldErrors(form, new ApiError({ kind: 'reply', status_code: 400, fields }))
  const said = () =>
    Object.fromEntries(Object.entries(form.formState.errors).map(([field, error]) => [field, error?.message]))
  return { show, said, focused }
}

describe("the server's sentences for single fields", () => {
  it('the server’s sentences appear at their fields, with the focus once, on the first of these fields on the screen', () => {
    const { show, said, focused } = open()
    expect(show({ password: 'короткий', email: 'зайнятий' })).toBe(true)
    expect(said()).toEqual({ password: 'короткий', email: 'зайнятий' })
    expect(focused).toEqual(['email'])
  })

  it('the server’s sentence for a checkbox appears for the whole form, because a checkbox shows no sentence', () => {
    const { show, said, focused } = open()
    expect(show({ remember: 'не можна' })).toBe(true)
    expect(said()).toEqual({ root: 'не можна' })
    expect(focused).toEqual([])
  })

  it('the server’s sentences for fields that the form does not have are not shown', () => {
    const { show, said } = open()
    expect(show({ captcha: 'ні', toString: 'ні' })).toBe(false)
    expect(said()).toEqual({})
  })
})
