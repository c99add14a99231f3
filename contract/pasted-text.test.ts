import { describe, expect, it } from 'vitest'
import { readNumber } from './number-answer.ts'
import { isBlankText, pastedCode, pastedLine, pastedNote } from './pasted-text.ts'

describe('pasted text', () => {
  const around = ['\u200e', '\u200b', '\u2060', '\u00ad', '\ufe0e', '\u061c', '\ufeff', '\u00a0', '\u2009', '\u3000']
  it.each(around.map((sign) => [sign.codePointAt(0)!.toString(16), sign]))(
    'readNumber reads the number that is seen, with U+%s before, after or within it',
    (_name, sign) => {
      for (const text of [`${sign}12`, `12${sign}`, `1${sign}2`]) expect(readNumber(text)).toBe(12)
    },
  )

  it('readNumber accepts any minus and wide digits, and refuses a text with other visible characters', () => {
    for (const text of ['-7.5', '−7,5', '‑7,5', '–7,5', '－７．５', '\u202d-7,5\u202c'])
      expect(readNumber(text)).toBe(-7.5)
    for (const text of ['5²', '1/2', '½', '12 яблук', '1٠', '', '\u200b']) expect(readNumber(text)).toBeUndefined()
  })

  it('pastedLine returns a line with single spaces and one form of each letter', () => {
    expect(pastedLine(' Ганна\u00a0\u00a0Ки\u0456\u034f\u0308вська\u200b ')).toBe('Ганна Киї\u0432ська')
    expect(pastedLine('а\nб')).toBe('а\nб')
  })

  it('isBlankText finds a text blank if nothing in it can be seen', () => {
    for (const text of ['', ' ', '\u200b', '\u3164', '\u2800', '\u00ad', '\u115f\u1160', '\u17b4', '\u00a0\u3000']) {
      expect(isBlankText(text), JSON.stringify(text)).toBe(true)
    }
    expect(isBlankText('0')).toBe(false)
  })

  it('pastedCode drops blanks at the ends, and takes wide letters and signs for ordinary ones', () => {
    expect(pastedCode('\u2068 ｏ．ｋ＠ukr\u00ad.net\u00a0\u2069')).toBe('o.k@ukr.net')
  })

  it('pastedNote keeps lines and emoji, and drops characters that turn the direction', () => {
    expect(pastedNote('\ufeffа\r\nб\u2028в\t👩‍👩‍👧 ❤️\u202e\u0007 ')).toBe('а\nб\nв\t👩‍👩‍👧 ❤️')
  })
})
