import { expect, it } from 'vitest'
import { profileResolver, profileValues } from './profile-form-rules.ts'

const named = { ...profileValues(null), first_name: 'Оксана', last_name: 'Іваненко' }

it.each([
  ['empty', '', 'Ім’я обов’язкове'],
  ['of blanks', '   ', 'Ім’я обов’язкове'],
  ['too long', 'О'.repeat(101), 'Не більше 100 символів'],
  ['turned by a hidden character', 'Окс\u202eана', 'Приберіть невидимі знаки, які змінюють напрям письма'],
])('[S37] a name that is %s is told what is wrong with it', (_, first_name, message) => {
  expect(profileResolver({ ...named, first_name }).errors).toEqual({ first_name: { message } })
})

it('a name with blanks around it is kept without them', () => {
  expect(profileResolver({ ...named, first_name: ' Оксана ' }).values).toMatchObject({ first_name: 'Оксана' })
})
