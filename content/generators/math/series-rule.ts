/**
 * A rule of the grammar of number series. `continuations` finds the rule in a given series, for the proof of uniqueness: it
 * gives the next terms of all series of the rule that begin with these terms. A rule counts as found only if at least two
 * terms confirm it beyond those that determine its parameters.
 */
export type SeriesRule = {
  name: string
  /** Operations that a person must hold at the same time. The proof checks every rule of the same or a lower complexity. */
  complexity: number
  continuations(terms: readonly number[]): number[]
}

export const differences = (terms: readonly number[]) => terms.slice(1).map((value, i) => value - term(terms, i))
export const term = (terms: readonly number[], i: number) => terms[i] as number
export const last = (terms: readonly number[]) => term(terms, terms.length - 1)
export const allEqual = (values: readonly number[]) => values.every((value) => value === values[0])

export function near(a: number, b: number): boolean {
  return Math.abs(a - b) < 1e-9 * Math.max(1, Math.abs(b))
}

export function isWhole(x: number): boolean {
  return Number.isFinite(x) && near(x, Math.round(x))
}
