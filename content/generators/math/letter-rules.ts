/** The Ukrainian alphabet in its order: a letter is its place in it, from 0. */
export const alphabet = Array.from('абвгґдеєжзиіїйклмнопрстуфхцчшщьюя')

/** What can come after these places by one reading, or undefined where they do not go by it. */
type Reading = (places: readonly number[]) => number | undefined

/** Tracks that take turns: each of them goes by a step of its own. At least one step is there to prove each reading wrong. */
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

/** Tracks whose steps grow, or shrink, by the same number each time. */
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
 * Every place that some reading gives to the next letter: of tracks that take turns (Simon & Kotovsky, 1963, Psychological Review 70,
 * 534–546) up to four, and of steps that grow. `below` leaves only readings of fewer tracks.
 */
export function nextPlaces(places: readonly number[], below = Number.POSITIVE_INFINITY): number[] {
  const found = readings.filter(({ period }) => period < below).map(({ of }) => of(places))
  return [...new Set(found)].filter((place) => place !== undefined)
}
