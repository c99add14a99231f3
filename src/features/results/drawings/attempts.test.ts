import { expect, it } from 'vitest'
import type { Result } from '#contract/result.ts'
import { attemptsOver, differsFromSome } from './attempts.ts'

const exam = (id: string, day: number, iq: number | null, model = '2'): Result => ({
  status: 'completed',
  attempt_id: id,
  mode: 'exam',
  submitted_at: `2026-03-${String(day).padStart(2, '0')}T10:00:00Z`,
  score:
    iq === null
      ? null
      : {
          iq,
          low: iq - 25,
          high: iq + 25,
          theta: 0,
          se: 13,
          percentile: 50,
          population: '',
          calibration: '',
          reliability: 0.8,
          model,
        },
})
const training: Result = { ...exam('t', 2, null), mode: 'training' }

it('the drawing of attempts orders exams by submission time, omits trainings, and has no score for a withheld one', () => {
  const [first, second, third] = [exam('a', 1, 90), exam('b', 3, null), exam('c', 5, 110)]
  const attempts = attemptsOver(third, [second, training, first])
  expect(attempts.map(({ id, number, score, isThis }) => [id, number, score?.iq ?? null, isThis])).toEqual([
    ['a', 1, 90, false],
    ['b', 2, null, false],
    ['c', 3, 110, true],
  ])
})

it('the drawing of attempts needs two scores, and shows the newest 12 attempts at most', () => {
  expect(attemptsOver(exam('a', 1, 90), [exam('b', 2, null), training])).toEqual([])
  const many = Array.from({ length: 20 }, (_, i) => exam(`e${i}`, i + 1, 100))
  const drawn = attemptsOver(many[19]!, many.slice(0, 19))
  expect(drawn.map(({ number }) => number)).toEqual([9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20])
})

it('the drawing of attempts marks those by other rules, and compares no score with them', () => {
  const [older, result] = [exam('a', 1, 60, '1'), exam('b', 2, 120)]
  expect(attemptsOver(result, [older]).map(({ isOfOtherRules }) => isOfOtherRules)).toEqual([true, false])
  expect(differsFromSome(result, [older])).toBeNull()
})

it('two scores differ if the errors of both papers cannot explain it, even if their intervals overlap', () => {
  // Each paper is off by 15 · √(1 − 0.8) ≈ 6.7 points: 1.96 · √2 · 6.7 ≈ 18.6.
  expect(differsFromSome(exam('b', 2, 118), [exam('a', 1, 100)])).toBe(false)
  expect(differsFromSome(exam('b', 2, 120), [exam('a', 1, 100)])).toBe(true)
})
