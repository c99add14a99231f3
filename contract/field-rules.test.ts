import { describe, expect, it } from 'vitest'
import { MailLink } from './auth.ts'
import { noteOf } from './note.ts'
import { pastedLength } from './pasted.ts'
import { pastedLine, pastedNote } from './pasted-text.ts'
import { PersonName } from './person-name.ts'
import { PhoneNumber } from './phone-number.ts'

describe('a name', () => {
  it.each([
    '\u200b',
    '\u3164',
    '\u2800',
    '\u00ad',
    '\u115f\u1160',
    '\u17b4',
    '\uffa0',
    '\u0301\u0308',
    '\u202e',
    '—',
    '7',
    '☺',
  ])('the contract refuses a name without a visible letter: %j', (name) =>
    expect(PersonName.safeParse(name).success).toBe(false),
  )

  it('a person’s name loses its invisible characters, and a name with a line break or over 100 characters is refused', () => {
    expect(PersonName.parse('\u202eОл\u200fена\u202c\u00a0 \u3164Коваль\u2069')).toBe('Олена Коваль')
    expect(PersonName.parse("О'Коннор-Ки\u0456\u0308вська")).toBe("О'Коннор-Киї\u0432ська")
    for (const name of ['Ко\nваль', 'Ко\u2028валь', 'Ко\u0007валь', 'я'.repeat(101)]) {
      expect(PersonName.safeParse(name).success, JSON.stringify(name)).toBe(false)
    }
  })
})

describe('a text that is pasted', () => {
  const name = 'Ки\u0456\u0308'.repeat(25)

  it('a pasted text may exceed its limit by split letters, invisible marks and blanks', () => {
    const pastedName = ` ${'\u2068\u200b'.repeat(200)}${name}${' '.repeat(600)}`
    expect(pastedName.length).toBeGreaterThan(1000)
    expect(PersonName.parse(pastedName)).toBe(name.normalize('NFC'))
    const note = 'ї\u00ad'.normalize('NFD').repeat(5000)
    expect(noteOf(3, 5000).safeParse(note.slice(0, 15_000)).success).toBe(true)
    expect(MailLink.safeParse({ uid: 'a\u200b'.repeat(200), token: ' '.repeat(900) + 'b' }).success).toBe(true)
  })

  it.each([
    ['what is left of it', 'я'.repeat(101)],
    ['all of it', 'я'.repeat(pastedLength(100) + 1)],
    ['what nobody sees of it', `Оля${'\u200b'.repeat(pastedLength(100))}`],
  ])('a pasted name is refused as too long, for no other reason, if %s is too long', (_what, text) => {
    expect(PersonName.safeParse(text).error?.issues.map(({ code }) => code)).toEqual(['too_big'])
  })

  it('a pasted text keeps thirty marks on a letter, and no more', () => {
    expect(pastedLine(`а${'\u0327'.repeat(60_000)}б`)).toBe(`а${'\u0327'.repeat(30)}б`)
    expect(pastedNote(`а${'\u0327'.repeat(30)}`)).toHaveLength(31)
  })
})

describe('a telephone number', () => {
  it.each([
    ['+380 67 123 45 67', '+380 67 123 45 67'],
    ['0671234567', '0671234567'],
    ['(067) 123-45-67', '(067) 123-45-67'],
    ['(+38) 067 123 45 67', '(+38) 067 123 45 67'],
    ['067.123.45.67', '067.123.45.67'],
    ['\u202a+380\u00a067\u00a0123‑45–67\u202c', '+380 67 123-45-67'],
    ['＋３８０（６７）１２３４５６７', '+380(67)1234567'],
    [' \u200b', ''],
    ['', ''],
  ])('a telephone number written %j is kept as %j', (text, kept) => expect(PhoneNumber.parse(text)).toBe(kept))

  it.each([
    'дзвоніть',
    '123',
    '+380 44 123 45 67 89 01 23 45',
    '067 123 45 67 вечором',
    '++380671234567',
    '067+1234567',
  ])('the contract refuses the telephone number %s', (text) => expect(PhoneNumber.safeParse(text).success).toBe(false))
})

it('a note without visible characters is too short', () => {
  expect(noteOf(3, 100).safeParse('\u200d'.repeat(10)).success).toBe(false)
  expect(noteOf(3, 100).parse(' а\r\nб \u202e')).toBe('а\nб')
})

it('the secret of a link works although invisible characters were pasted with it', () => {
  expect(MailLink.parse({ uid: 'abc\u200b', token: '\u2068to\u00adken \u2069' })).toEqual({
    uid: 'abc',
    token: 'token',
  })
})
