import { domainToASCII } from 'node:url'
import { describe, expect, it } from 'vitest'
import { addressAsRead } from './address-as-read.ts'
import { Email, normalEmail } from './email-address.ts'

const inUnicode = [
  'приклад.укр',
  'bücher.de',
  'пошта.приклад.укр',
  '例え.テスト',
  'straße.de',
  'ab-ї.укр',
  'xn-2.їжак.ua',
]

describe('an e-mail address', () => {
  it.each(inUnicode)(
    'an e-mail address at %s has one spelling, the ASCII of its domain, and people read it in its own letters',
    (domain) => {
      const ascii = `olena@${domainToASCII(domain)}`
      for (const text of [
        `olena@${domain}`,
        `olena@${domain.toUpperCase()}`,
        ascii,
        ` \u2068olena@${domain}\u2069\u00a0`,
      ]) {
        if (domain === 'straße.de' && text.includes('STRASSE')) continue
        expect(Email.parse(text)).toBe(ascii)
      }
      expect(addressAsRead(ascii)).toBe(`olena@${domain}`)
    },
  )

  it('an ASCII e-mail address keeps the case in which it was written', () => {
    for (const text of ['Olena.K@Person.Example', "o'k+1@a-b.co.uk"]) expect(Email.parse(text)).toBe(text)
    expect(Email.parse('ｏｌｅｎａ＠ｕｋｒ．ｎｅｔ')).toBe('olena@ukr.net')
  })

  it.each([
    'olena',
    'olena@укр',
    'olena@при клад.укр',
    'olena@при/клад.укр',
    'olena@приклад.укр:80',
    'olena@приклад..укр',
    'olena@-.укр',
    `olena@${'я'.repeat(70)}.укр`,
    'olena@а_б.укр',
    'олена@приклад.укр',
    'olena@@приклад.укр',
    'olena@xn--a.укр',
    'olena@1.2.3.4',
    'olena@%d0.укр',
    '\u200b@приклад.укр',
  ])('the contract refuses the e-mail address %s', (text) => {
    expect(Email.safeParse(text).success).toBe(false)
  })

  it('an e-mail address whose domain spells nothing stays in ASCII', () => {
    for (const text of ['a@xn--a.ua', 'a@xn--.ua', 'a@xn--99999999.ua', 'a@b.ua'])
      expect(addressAsRead(text)).toBe(text)
    expect(normalEmail('a@B.ua')).toBe('a@B.ua')
  })
})
