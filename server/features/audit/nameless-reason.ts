import { OperatorMistake } from './operator-mistake.ts'

/** Texts that name a person; each is empty if they gave none. */
export interface PersonNames {
  firstName: string
  lastName: string
  phoneNumber: string
}

/**
 * Throws OperatorMistake if the reason has an e-mail address, a telephone number, or the name of the person concerned (undefined
 * if the act concerns nobody). A reason can never be deleted, but its person can be erased.
 */
export function requireNamelessReason(reason: string, person: PersonNames | undefined): void {
  const found = namesIn(reason, person ?? { firstName: '', lastName: '', phoneNumber: '' })
  if (found === null) return
  throw new OperatorMistake(
    `The reason holds ${found}. It stays when the person is erased: leave out whatever names them.`,
  )
}

/** Says what in the text names a person, in the operator's words; null for nothing. */
export function namesIn(text: string, { firstName, lastName, phoneNumber }: PersonNames): string | null {
  if (/\S@\S+\.\S/.test(text)) return 'an e-mail address'
  if (/\+?380[\s()-]*(\d[\s()-]*){9}/.test(text) || holdsDigits(text, phoneNumber)) return 'a telephone number'
  const words = text.toLowerCase().match(/[\p{L}'’ʼ-]+/gu) ?? []
  const names = [firstName, lastName].map((name) => name.trim().toLowerCase()).filter(({ length }) => length > 1)
  const isNamed = names.some((name) => words.some((word) => isFormOf(word, name)))
  return isNamed ? 'the person’s name' : null
}

function holdsDigits(text: string, phoneNumber: string): boolean {
  const digits = phoneNumber.replaceAll(/\D/g, '').slice(-9)
  return digits.length === 9 && text.replaceAll(/\D/g, '').includes(digits)
}

/** Whether the word is the name, or has it with another ending of Ukrainian grammar: Коваль, Ковалю; Оксана, Оксани. */
function isFormOf(word: string, name: string): boolean {
  if (word === name) return true
  const stem = name.replace(/[аяоеийь]$/u, '')
  return stem.length >= 3 && word.startsWith(stem) && word.length - stem.length <= 3
}
