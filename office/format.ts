import { factNames, stateNames } from './office-texts.ts'

const moments = new Intl.DateTimeFormat('uk-UA', { dateStyle: 'short', timeStyle: 'short', timeZone: 'Europe/Kyiv' })

/** «30.11.26, 18:40» by the clock of Kyiv; a dash for null. */
export const moment = (at: Date | null): string => (at === null ? '—' : moments.format(at))

/** Kopiykas, or hundredths of another currency, always with two digits: «149,00 ₴». */
export const money = (amount: number, currency: string): string =>
  `${(amount / 100).toFixed(2).replace('.', ',')}\u00a0${currency === 'UAH' ? '₴' : currency}`

/** «149», «149,5» or «149.50» hryvnias in kopiykas; null for anything else. */
export function kopiykas(text: string): number | null {
  const [, whole, part = ''] = /^\s*(\d{1,6})(?:[.,](\d{1,2}))?\s*$/.exec(text) ?? []
  return whole === undefined ? null : Number(whole) * 100 + Number(part.padEnd(2, '0'))
}

/** Facts of an act or an event in one line: «стан: сплачено, ціна: 149,00 ₴». Absent ones are left out. */
export function factsLine(facts: Facts): string {
  const currency = typeof facts.currency === 'string' ? facts.currency : 'UAH'
  return Object.entries(facts)
    .filter(([name, value]) => value !== null && value !== '' && name !== 'currency')
    .map(([name, value]) => `${factNames[name] ?? name}: ${factWord(name, value!, currency)}`)
    .join(', ')
}

export type Facts = Readonly<Record<string, string | number | boolean | null>>

/** Facts whose numbers are kopiykas. */
const sums = new Set(['amount', 'price', 'owed', 'sum'])

function factWord(name: string, value: string | number | boolean, currency: string): string {
  if (typeof value === 'number') return sums.has(name) ? money(value, currency) : String(value)
  if (typeof value === 'boolean') return value ? 'так' : 'ні'
  return stateNames[value] ?? value
}
