import { describe, expect, it } from 'vitest'
import { wilson } from './first-sittings.ts'

/** The probability that the interval of a share covers it, for this many people: the sum over all outcomes. */
function coverage(share: number, people: number): number {
  let logOfChance = people * Math.log(1 - share)
  let covered = 0
  for (let found = 0; found <= people; found += 1) {
    const { low, high } = wilson(found, people)
    if (low <= share && share <= high) covered += Math.exp(logOfChance)
    logOfChance += Math.log((people - found) / (found + 1)) + Math.log(share / (1 - share))
  }
  return covered
}

describe('the interval of a share of people', () => {
  const shares = Array.from({ length: 49 }, (_, i) => (i + 1) / 50)

  it.each([200, 1000, 5000])(
    'the interval of a share covers it 93 times in a hundred or more, with %i people and any share',
    (people) => {
      const each = shares.map((share) => coverage(share, people))
      expect(Math.min(...each)).toBeGreaterThan(0.93)
      expect(each.reduce((sum, one) => sum + one, 0) / each.length).toBeCloseTo(0.95, 2)
    },
  )

  it('the interval of a share of none or all of 200 people stays between 0 and 1', () => {
    expect(wilson(0, 200)).toEqual({ low: 0, high: expect.closeTo(0.0188, 3) })
    expect(wilson(200, 200)).toEqual({ low: expect.closeTo(0.9812, 3), high: expect.closeTo(1, 9) })
  })
})
