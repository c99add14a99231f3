import { expect, it } from 'vitest'
import type { Score } from '#contract/result.ts'
import { rangeIn, rangeNamed } from './certificate-facts.ts'

const [low, high] = [88, 117]
it.each<[Partial<Score>, { low: number; high: number }]>([
  [{}, { low, high }],
  [{ high_open: true }, { low, high: Infinity }],
  [{ low_open: true }, { low: -Infinity, high }],
])('an interval that a certificate has signed is read as it was meant: %o', (open, meant) => {
  expect(rangeIn(rangeNamed({ low, high, ...open } as Score))).toEqual(meant)
})

it.each(['', 'близько 100', 'від 88'])('of other words there is no interval: «%s»', (words) => {
  expect(rangeIn(words)).toBeNull()
})
