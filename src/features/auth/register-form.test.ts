import { describe, expect, it } from 'vitest'
import { emptyRegistration, registerResolver, type RegisterValues } from './register-form.ts'

const filled: RegisterValues = {
  email: 'olena@example.com',
  first_name: 'Олена',
  last_name: 'Коваленко',
  password1: 'довгий пароль',
  offer: true,
  privacy: true,
  newsletter: false,
}

function sentences(change: Partial<RegisterValues>): Record<string, string | undefined> {
  const { errors } = registerResolver({ ...filled, ...change })
  return Object.fromEntries(Object.entries(errors).map(([field, error]) => [field, error?.message as string]))
}

describe('the registration form', () => {
  it('[S3.04] is sent when all is filled and offer and privacy are accepted; letters are free', () => {
    expect(sentences({})).toEqual({})
    expect(sentences({ newsletter: true })).toEqual({})
  })

  it('[S5.02] [S5.20] wants a password of at least 8 characters', () => {
    expect(sentences({ password1: '1234567' })).toEqual({ password1: 'Пароль повинен містити мінімум 8 символів' })
  })

  it('says of an address with one letter of another alphabet before its @ what is wrong with it', () => {
    const said =
      'Перед знаком @ потрібні латинські літери, а тут є кирилична. Перемкніть розкладку й наберіть адресу ще раз'
    for (const email of ['оlena@example.com', 'olenа@example.com'])
      expect(sentences({ email })).toEqual({ email: said })
    for (const email of ['olena', '\u2068olena@', 'olena@приклад'])
      expect(sentences({ email })).toEqual({ email: 'Введіть адресу у вигляді name@example.com' })
  })

  it('[S37] says of a name that is too long, or has no letter, which it is', () => {
    expect(sentences({ first_name: 'О'.repeat(101), last_name: '\u0301—' })).toEqual({
      first_name: 'Не більше 100 символів',
      last_name: 'Напишіть літерами, в один рядок',
    })
  })

  it('[S3.04] says what is missing at every required field', () => {
    expect(Object.keys(sentences(emptyRegistration)).sort()).toEqual(
      ['email', 'first_name', 'last_name', 'offer', 'password1', 'privacy'].sort(),
    )
  })
})
