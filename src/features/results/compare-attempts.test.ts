import { describe, expect, it } from 'vitest'
import type { Result, Score } from '#contract/result.ts'
import { differenceOf, isNewestExam, placeAmong } from './compare-attempts.ts'

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

it('an attempt is the newest exam if no other exam came after it, and a training never is', () => {
  const [first, second, training] = [attempt('a', 1), attempt('b', 2), attempt('t', 3, { mode: 'training' })]
  expect(isNewestExam(second, [training, first])).toBe(true)
  expect(isNewestExam(first, [training, second])).toBe(false)
  expect(isNewestExam(training, [first])).toBe(false)
})

describe('the place of a result among the attempts of its purchase', () => {
  it('the place of a result is counted among attempts of its own kind by submission time', () => {
    const [first, training, second] = [attempt('a', 1), attempt('t', 2, { mode: 'training' }), attempt('b', 3)]
    expect(placeAmong(second, [training, first])).toEqual({ number: 2, count: 2, previous: first })
    expect(placeAmong(first, [second, training])).toEqual({ number: 1, count: 2, previous: null })
    expect(placeAmong(training, [second, first])).toEqual({ number: 1, count: 1, previous: null })
    const practice = attempt('p', 3, { mode: 'training', pace: 'one-by-one' })
    expect(placeAmong(practice, [training, first])).toEqual({ number: 1, count: 1, previous: null })
  })

  it('the place of a result is unknown if the server sends no submission time', () => {
    expect(placeAmong(attempt('a', 1), [attempt('b', 2, { submitted_at: null })])).toBeNull()
  })
})

describe('a difference between two results', () => {
  it('a difference of two scores is certain only if it exceeds what both errors explain', () => {
    const earlier = attempt('a', 1, score(100))
    expect(differenceOf(attempt('b', 2, score(110)), earlier)).toEqual({ unit: 'iq', by: 10, isCertain: false })
    expect(differenceOf(attempt('b', 2, score(80)), earlier)).toEqual({ unit: 'iq', by: -20, isCertain: true })
  })

  it('the error of a difference leaves out the part shared by both scores if the server sends their reliability', () => {
    const wide = (iq: number): { score: Score } => ({
      score: { ...score(iq, 13).score, reliability: 0.84, model: '2' },
    })
    const [earlier, later] = [attempt('a', 1, wide(100)), attempt('b', 2, wide(120))]
    expect(differenceOf(later, earlier)).toEqual({ unit: 'iq', by: 20, isCertain: true })
    expect(differenceOf(attempt('b', 2, wide(115)), earlier)?.isCertain).toBe(false)
  })

  it('a difference from a score beyond the scale, or by other rules, is given in shares of right answers', () => {
    const counted = (of: { score: Score }, more: Partial<Score>, correct: number) => ({
      score: { ...of.score, ...more },
      correct,
      total: 30,
    })
    const earlier = attempt('a', 1, counted(score(100), {}, 18))
    const beyond = attempt('b', 2, counted(score(130), { iq_open: 'above' }, 30))
    const otherRules = attempt('b', 2, counted(score(130), { model: '2' }, 30))
    for (const later of [beyond, otherRules]) {
      expect(differenceOf(later, earlier)).toEqual({ unit: 'share', by: 40, isCertain: null })
    }
  })

  it('a difference without scores is given in shares of right answers, and is missing if answers were not counted', () => {
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
