import type { Act, Facts } from '../features/audit/act-as-operator.ts'

/** An act's sentence with its changes; a rehearsal says that it wrote nothing. */
export function actLines(sentence: string, act: Act | null, isRehearsal: boolean | undefined): string[] {
  const changed = act === null ? [] : [`  before: ${factsLine(act.before)}`, `  after:  ${factsLine(act.after)}`]
  return [sentence, ...changed, ...(isRehearsal === true ? ['Only rehearsed (--dry-run): nothing was written.'] : [])]
}

export function factsLine(facts: Facts): string {
  return Object.entries(facts)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')
}

/** Formats kopiykas, or hundredths of another currency: 149.00 UAH. */
export function money(amount: number, currency: string): string {
  return `${(amount / 100).toFixed(2)} ${currency}`
}

/** 2026-11-23 05:41 UTC; a dash for null. */
export function moment(at: Date | null): string {
  return at === null ? '-' : `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

/** Time since then in its greatest unit. */
export function age(since: Date, now = new Date()): string {
  const minutes = Math.max(0, Math.round((now.getTime() - since.getTime()) / 60_000))
  if (minutes < 120) return `${minutes} min`
  if (minutes < 2 * 24 * 60) return `${Math.round(minutes / 60)} h`
  return `${Math.round(minutes / (24 * 60))} days`
}

export function plural(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`
}
