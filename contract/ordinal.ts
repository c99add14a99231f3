/** A feminine ordinal: 1-ша, 2-га, 3-тя, 4-та. Of the tens only 40-ва differs. */
export function ordinal(number: number): string {
  if (number % 100 === 40) return `${number}-ва`
  const last = number % 100 > 10 && number % 100 < 20 ? 0 : number % 10
  const ends: Record<number, string> = { 1: 'ша', 2: 'га', 3: 'тя', 7: 'ма', 8: 'ма' }
  return `${number}-${ends[last] ?? 'та'}`
}
