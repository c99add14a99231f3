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
  it('[S3.04] the registration form accepts filled fields with offer and privacy accepted, with or without the newsletter', () => {
    expect(sentences({})).toEqual({})
    expect(sentences({ newsletter: true })).toEqual({})
  })

  it('[S5.02] [S5.20] the registration form accepts a password of 8 characters, refuses one of 7 and names the minimum', () => {
    expect(sentences({ password1: '1234567' })).toEqual({ password1: 'Пароль повинен містити мінімум 8 символів' })
    expect(sentences({ password1: '12345678' })).toEqual({})
  })

  it('the registration form says that an address has a Cyrillic letter before its @, and gives other faults a general sentence', () => {
    const said =
      'Перед знаком @ потрібні латинські літери, а тут є кирилична. Перемкніть розкладку й наберіть адресу ще раз'
    for (const email of ['оlena@example.com', 'olenа@example.com'])
      expect(sentences({ email })).toEqual({ email: said })
    for (const email of ['olena', '\u2068olena@', 'olena@приклад'])
      expect(sentences({ email })).toEqual({ email: 'Введіть адресу у вигляді name@example.com' })
  })

  it('[S37] the registration form says whether a name is too long or has no letter', () => {
    expect(sentences({ first_name: 'О'.repeat(101), last_name: '\u0301—' })).toEqual({
      first_name: 'Не більше 100 символів',
      last_name: 'Напишіть літерами, в один рядок',
    })
  })

  it('[S3.04] the empty registration form shows an error at every required field', () => {
    expect(Object.keys(sentences(emptyRegistration)).sort()).toEqual(
      ['email', 'first_name', 'last_name', 'offer', 'password1', 'privacy'].sort(),
    )
  })
})
