import { describe, expect, it } from 'vitest'
import type { Result, Score } from '#contract/result.ts'
import { differenceOf, placeOf } from './compare-attempts.ts'

const attempt = (id: string, day: number, more: Partial<Result> = {}): Result => ({
  status: 'completed',
  attempt_id: id,
  mode: 'exam',
  submitted_at: `2026-03-0${day}T10:00:00Z`,
  ...more,
})
const score = (iq: number, se = 6): { score: Score } => ({
  score: { iq, se, low: iq - 12, high: iq + 12, theta: 0, percentile: 50, population: '', calibration: '' },
})

describe('the place of a result among the attempts of its purchase', () => {
  it('is counted among its own kind by the time of handing in', () => {
    const [first, training, second] = [attempt('a', 1), attempt('t', 2, { mode: 'training' }), attempt('b', 3)]
    expect(placeOf(second, [training, first])).toEqual({ number: 2, count: 2, previous: first })
    expect(placeOf(first, [second, training])).toEqual({ number: 1, count: 2, previous: null })
    expect(placeOf(training, [second, first])).toEqual({ number: 1, count: 1, previous: null })
  })

  it('is not said where the server does not say when', () => {
    expect(placeOf(attempt('a', 1), [attempt('b', 2, { submitted_at: null })])).toBeNull()
  })
})

describe('a difference between two results', () => {
  it('of scores is certain only beyond what both errors explain', () => {
    const earlier = attempt('a', 1, score(100))
    expect(differenceOf(attempt('b', 2, score(110)), earlier)).toEqual({ unit: 'iq', by: 10, isCertain: false })
    expect(differenceOf(attempt('b', 2, score(80)), earlier)).toEqual({ unit: 'iq', by: -20, isCertain: true })
  })

  it('without scores is one of shares, and none where answers were not counted', () => {
    const earlier = attempt('a', 1, { correct: 10, total: 30 })
    expect(differenceOf(attempt('b', 2, { correct: 4, total: 6 }), earlier)).toEqual({
      unit: 'share',
      by: 34,
      isCertain: null,
    })
    expect(differenceOf(attempt('b', 2, { correct: 0, total: 0 }), earlier)).toBeNull()
    expect(differenceOf(attempt('b', 2), earlier)).toBeNull()
  })
})
