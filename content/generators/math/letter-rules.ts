/** The Ukrainian alphabet. A letter is its place here, from 0. */
export const alphabet = Array.from('абвгґдеєжзиіїйклмнопрстуфхцчшщьюя')

/** Gives the next place by one reading; undefined if the places do not follow it. */
type Reading = (places: readonly number[]) => number | undefined

/** Tracks take turns, each with a step of its own. At least one place confirms the reading beyond those that determine it. */
const inTurns =
  (period: number): Reading =>
  (places) => {
    if (places.length < 2 * period + 1) return undefined
    const isSteady = places.every((place, i) => {
      const [before, first] = [places[i - period], places[i - 2 * period]]
      return before === undefined || first === undefined || place - before === before - first
    })
    const [last, before] = [places.at(-period), places.at(-2 * period)] as [number, number]
    return isSteady ? last + (last - before) : undefined
  }

/** Tracks whose steps grow or shrink by the same number each time. */
const growing =
  (period: number): Reading =>
  (places) => {
    if (places.length < 3 * period + 1) return undefined
    const second = (i: number) => places[i]! - 2 * places[i - period]! + places[i - 2 * period]!
    const isGrowing = places.every((_, i) => i < 3 * period || second(i) === second(i - period))
    const [last, before, first] = [1, 2, 3].map((back) => places.at(-back * period)!) as [number, number, number]
    return isGrowing ? 3 * last - 3 * before + first : undefined
  }

const readings: readonly { period: number; of: Reading }[] = [
  ...[1, 2, 3, 4].map((period) => ({ period, of: inTurns(period) })),
  ...[1, 2].map((period) => ({ period, of: growing(period) })),
]

/**
 * All next places that some reading gives: up to four tracks that take turns (Simon & Kotovsky, 1963, Psychological Review
 * 70, 534–546), and steps that grow. `below` allows only readings with fewer tracks.
 */
export function nextPlaces(places: readonly number[], below = Number.POSITIVE_INFINITY): number[] {
  const found = readings.filter(({ period }) => period < below).map(({ of }) => of(places))
  return [...new Set(found)].filter((place) => place !== undefined)
}
