import { expect, it } from 'vitest'
import { iqNamed, namedScale, rangeIn, rangeNamed } from './iq-named.ts'

const { low: least, high: most } = namedScale
/** Intervals as wide as those of exams, wider and narrower ones, each open where it reaches the scale's ends. */
const intervals = [12, 27, 40]
  .flatMap((half) =>
    Array.from({ length: 101 }, (_, i) => {
      const middle = 50 + i
      const [low, high] = [Math.max(55, middle - half), Math.min(145, middle + half)]
      return { iq: middle, low, high, low_open: low === 55, high_open: high === 145 }
    }),
  )
  .filter(({ low, high }) => low < high)

it('no score names a number beyond 130 or below 70, as the questions and answers promise: neither its own nor an end of its interval', () => {
  for (const score of intervals) {
    const numbers = [iqNamed(score), rangeNamed(score)].flatMap((words) => words.match(/\d+/g)!.map(Number))
    expect(
      numbers.filter((number) => number < least || number > most),
      JSON.stringify(score),
    ).toEqual([])
  }
})

it('rangeIn reads a named interval as it was meant, and takes an end that is not named for open', () => {
  for (const score of intervals) {
    const { low, high } = rangeIn(rangeNamed(score))!
    const isWithin = (end: number) => end >= least && end <= most
    if (high > least) expect(low).toBe(isWithin(score.low) ? score.low : score.low > most ? most : -Infinity)
    if (low < most) expect(high).toBe(isWithin(score.high) ? score.high : score.high < least ? least : Infinity)
    expect(low).toBeLessThan(high)
  }
})

it.each([
  [{ low: 93, high: 143 }, 'від 93 до понад 130'],
  [{ low: 57, high: 107 }, 'від менш ніж 70 до 107'],
  [{ low: 60, high: 140 }, 'від менш ніж 70 до понад 130'],
  [{ low: 93, high: 145, high_open: true }, 'від 93 і вище'],
  [{ low: 55, high: 107, low_open: true }, '107 і нижче'],
  [{ low: 85, high: 115 }, 'від 85 до 115'],
])('rangeNamed calls %o «%s»', (score, said) => {
  expect(rangeNamed({ iq: 100, ...score })).toBe(said)
})

it.each(['', 'близько 100', 'від 88', 'від 88 до', 'до', 'понад'])(
  'rangeIn finds no interval in other words: «%s»',
  (words) => {
    expect(rangeIn(words)).toBeNull()
  },
)
