import { describe, expect, it } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'

/** Eight letters and more, from lists of passwords that people really use. */
const wellKnown =
  'password password1 password123 passw0rd p@ssw0rd P@ssw0rd1 12345678 123456789 1234567890 87654321 11111111 88888888 qwerty123 qwertyuiop qwer1234 1234qwer q1w2e3r4 1q2w3e4r 1q2w3e4r5t 1qaz2wsx zaq12wsx qazwsxedc asdfghjk asdf1234 zxcvbnm1 abcd1234 abc12345 a1b2c3d4 trustno1 starwars iloveyou baseball football superman princess sunshine computer whatever corvette chocolate butterfly liverpool internet samsung1 pokemon1 minecraft letmein1 welcome1 admin123 dragon12 monkey12 michael1 jordan23 master123 killer12 shadow12 mustang1'.split(
    ' ',
  )
const ukrainian =
  'пароль123 Пароль2024 йцукенгш йцукен123 Україна1 слава2022 gfhjkm123 Київ2024! привіт123 ghbdsn123 andriy2005 natasha1 oksana12 shevchenko1 любов2023 Zxcvbn_123'.split(
    ' ',
  )

describe('[S28] a password that everybody tries first', () => {
  it.each([...wellKnown, ...ukrainian])('isCommonPassword refuses %s', (password) =>
    expect(isCommonPassword(password)).toBe(true),
  )

  it('isCommonPassword refuses a run of one or two characters, however long', () => {
    expect(['a'.repeat(128), 'абабабабаб', '0000000000'].map(isCommonPassword)).toEqual([true, true, true])
  })
})

describe('[S28] a password of one’s own', () => {
  it.each([
    'дуже-довгий-пароль-7',
    'зовсім-новий-пароль-9',
    'зелений-слон-7',
    'correct-horse-battery',
    'q7Jp2mXw',
    'Ivanenko-bez-psa',
    '83740192ab',
    'кішка спить на печі',
    'моя школа 27 у Луцьку',
    '🦊🐻🐼🦁🐯🐸🐵🐔',
  ])('isCommonPassword accepts %s', (password) => expect(isCommonPassword(password)).toBe(false))
})
