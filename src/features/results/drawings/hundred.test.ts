import { describe, expect, it } from 'vitest'
import type { Score } from '#contract/result.ts'
import { cellOf, hundredPeople } from './hundred.ts'

const score: Score = {
  iq: 100,
  low: 75,
  high: 125,
  theta: 0,
  se: 12.8,
  percentile: 50,
  population: '',
  calibration: '',
}
const counts = (given: Partial<Score>) => {
  const people = hundredPeople({ ...score, ...given })
  const of = (standing: string) => people.filter((each) => each === standing).length
  return ['surely-below', 'likely-below', 'own', 'likely-above', 'surely-above'].map(of)
}

describe('the hundred people drawn for a score', () => {
  it('the drawing places a hundred people along the curve, and marks them as surely below or above only beyond the interval', () => {
    // Φ(−25/15) = .0478
    expect(counts({})).toEqual([4, 46, 1, 45, 4])
    // Φ(0) = .5, Φ(40/15) = .9962
    expect(counts({ iq: 120, low: 100, high: 140, percentile: 90.9 })).toEqual([50, 41, 1, 8, 0])
  })

  it('the drawing has no own place for a score beyond the scale, and no sure people past an open end of the interval', () => {
    expect(counts({ iq: 130, iq_open: 'above', low: 107, high: 145, high_open: true, percentile: 97.7 })).toEqual([
      67, 30, 0, 3, 0,
    ])
    expect(counts({ iq: 70, iq_open: 'below', low: 55, low_open: true, high: 91, percentile: 2.3 })).toEqual([
      0, 3, 0, 25, 72,
    ])
  })

  it('the drawing has 100 people, and a percentile of 99.9 or 0.1 is at the last or the first place', () => {
    expect(hundredPeople({ ...score, percentile: 99.9 }).indexOf('own')).toBe(99)
    expect(hundredPeople({ ...score, percentile: 0.1 }).indexOf('own')).toBe(0)
    expect(hundredPeople(score)).toHaveLength(100)
  })

  it('the hundred people begin at the bottom left and end at the top right, ten in a row', () => {
    expect(cellOf(0)).toEqual({ x: 1, y: 97.75 })
    expect(cellOf(9)).toEqual({ x: 97.75, y: 97.75 })
    expect(cellOf(99)).toEqual({ x: 97.75, y: 1 })
  })
})
