import { expect, it } from 'vitest'
import { profileResolver, profileValues } from './profile-form-rules.ts'

const named = { ...profileValues(null), first_name: 'Оксана', last_name: 'Іваненко' }

it.each([
  ['empty', '', 'Ім’я обов’язкове'],
  ['made of blanks', '   ', 'Ім’я обов’язкове'],
  ['too long', 'О'.repeat(101), 'Не більше 100 символів'],
  ['made of invisible characters', '\u200b\u3164\u00ad', 'Ім’я обов’язкове'],
  ['made of combining marks alone', '\u0301\u0308', 'Напишіть літерами, в один рядок'],
  ['made of signs and digits', '— 7', 'Напишіть літерами, в один рядок'],
])('[S37] the profile form says what is wrong with a name that is %s', (_, first_name, message) => {
  expect(profileResolver({ ...named, first_name }).errors).toEqual({ first_name: { message } })
})

it('[S37] the profile form strips blanks and marks of direction around a name', () => {
  expect(profileResolver({ ...named, first_name: ' \u202eОксана\u202c\u00a0' }).values).toMatchObject({
    first_name: 'Оксана',
  })
})
