import * as z from 'zod/mini'
import { describe, expect, it } from 'vitest'
import { formResolver } from './form.ts'

interface Form {
  email: string
  age: string
}
const schema = z.object({ email: z.string().check(z.trim(), z.minLength(1), z.email()), age: z.string() })
const resolve = formResolver<Form>(schema, {
  email: (value) => (value === '' ? 'потрібен' : 'неправильний'),
})
const check = (values: unknown) => resolve(values as Form)

describe('a form checked by the contract', () => {
  it('the resolver of a form passes on the values as the schema has changed them', () => {
    expect(check({ email: ' a@b.co ', age: '' })).toEqual({ values: { email: 'a@b.co', age: '' }, errors: {} })
  })

  it('[S5.20] the resolver of a form gives one sentence a field, chosen by the field’s value', () => {
    expect(check({ email: '', age: '' })).toMatchObject({ errors: { email: { message: 'потрібен' } } })
    expect(check({ email: 'x', age: '' })).toMatchObject({ errors: { email: { message: 'неправильний' } } })
  })
})
