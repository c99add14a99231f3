import { dictionary } from '@zxcvbn-ts/language-common'

/** The fifty thousand most used passwords of leaks, in lower case (zxcvbn-ts, MIT). */
const leaked = new Set(dictionary['passwords-common'])

/** The Latin key under each letter of the Ukrainian keyboard, and of the Russian one where it differs. */
const underCyrillic = new Map(
  Array.from('йцукенгшщзхїфівапролджєячсмитьбюґыэъё', (letter, key) => [
    letter,
    "qwertyuiop[]asdfghjkl;'zxcvbnm,.\\s']`"[key]!,
  ]),
)
/** Words that Ukrainians begin with and a worldwide list lacks, also as typed on the other keyboard. */
const words = new Set(
  'пароль йцукен україна київ любов тест привіт динамо шевченко наташа андрій слава героям козак калина кохання сонечко kyiv kohannya sonechko kozak secret zxcvbn testtest'
    .split(' ')
    .flatMap((word) => [word, changed(word, underCyrillic)]),
)

const lettersOfDigits = new Map(Array.from('@4013!$57', (digit, at) => [digit, 'aaoleisst'[at]!]))

/** Most digits and marks that people put around a word so that it passes as a password. */
const mostAround = 4

/**
 * True for passwords that everybody tries first: runs of one or two characters, straight digit runs, leaked passwords and common
 * words; also in capitals, typed on the other keyboard (пароль is gfhjkm), with digits for letters, or with a few digits and
 * marks around them. It takes a few look-ups, however long the password is.
 */
export function isCommonPassword(password: string): boolean {
  const lower = password.normalize('NFC').toLowerCase()
  if (new Set(lower).size <= 2) return true
  if ('01234567890123456789'.includes(lower) || '98765432109876543210'.includes(lower)) return true
  return [lower, changed(lower, underCyrillic)].some(
    (typed) => isListed(typed) || isListed(changed(typed, lettersOfDigits)),
  )
}

function isListed(password: string): boolean {
  if (leaked.has(password) || words.has(password)) return true
  const word = password.replaceAll(/^\P{L}+|\P{L}+$/gu, '')
  if (word.length < 4 || (!leaked.has(word) && !words.has(word))) return false
  return words.has(word) || password.length - word.length <= mostAround
}

function changed(text: string, by: ReadonlyMap<string, string>): string {
  return Array.from(text, (letter) => by.get(letter) ?? letter).join('')
}
