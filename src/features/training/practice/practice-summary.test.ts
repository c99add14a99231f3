import { describe, expect, it } from 'vitest'
import type { Result } from '#contract/result.ts'
import { comparedKinds, daysInARow, weekOf } from './practice-summary.tsx'

const answered = (given: string | null) => ({
  question: { id: 'q', kind: 'single' as const, prompt: '' },
  given,
  right: 'a',
  correct: given === 'a',
  explanation: '',
})
const result = (attempt_id: string, change: Partial<Result>): Result => ({
  status: 'completed',
  attempt_id,
  mode: 'training',
  pace: 'one-by-one',
  total: 1,
  review: [answered('a')],
  ...change,
})
const kind = (family: string, correct: number, total: number) => ({ family, title: family, correct, total })

describe('the kinds of a practice compared with an earlier practice', () => {
  const now = result('now', { by_family: [kind('odd', 2, 3), kind('analogy', 1, 2)] })

  it('the summary of a practice compares each kind with the newest earlier practice that had the kind', () => {
    const before = result('before', { by_family: [kind('odd', 0, 3)] })
    const older = result('older', { by_family: [kind('odd', 3, 3), kind('series', 1, 1)] })
    expect(comparedKinds([now, before, older], 'now')).toEqual([
      { title: 'odd', before: kind('odd', 0, 3), now: { correct: 2, total: 3 } },
    ])
  })

  it('the summary of a practice compares no kind with an exam, with a training taken as an exam, or with a later practice', () => {
    const exam = result('exam', { mode: 'exam', pace: null, by_family: [kind('odd', 9, 12)] })
    const whole = result('whole', { pace: null, by_family: [kind('odd', 9, 12)] })
    const later = result('later', { by_family: [kind('odd', 3, 3)] })
    expect(comparedKinds([later, now, exam, whole], 'now')).toEqual([])
  })

  it('the summary of a practice compares no kind with a practice that was left early or has no review', () => {
    const by_family = [kind('odd', 0, 3)]
    const left = result('left', { by_family, review: [answered(null)] })
    const unknown = result('unknown', { by_family, review: null })
    expect(comparedKinds([now, left, unknown], 'now')).toEqual([])
    const whole = result('whole', { by_family: [kind('odd', 1, 3)] })
    expect(comparedKinds([now, left, whole], 'now').map(({ before }) => before.correct)).toEqual([1])
  })

  it('the summary of a practice compares no kind before the practice has its own grade', () => {
    expect(comparedKinds([result('before', { by_family: [kind('odd', 0, 3)] })], 'now')).toEqual([])
  })
})

describe('the days on which a test was practised in a row', () => {
  const on = (attempt_id: string, day: string, change: Partial<Result> = {}) =>
    result(attempt_id, { submitted_at: new Date(`${day}T12:00:00`).toISOString(), ...change })

  it('the days in a row are counted back from this practice, across months and summer time, with each day counted once', () => {
    const days = [on('now', '2026-11-01'), on('same day', '2026-11-01'), on('b', '2026-10-31'), on('c', '2026-10-30')]
    expect(daysInARow(days, 'now')).toBe(3)
    const overSummerTime = ['2026-10-26', '2026-10-25', '2026-10-24'].map((day, index) => on(index ? day : 'now', day))
    expect(daysInARow(overSummerTime, 'now')).toBe(3)
  })

  it('the days in a row end at a day without practice, and an exam or a later practice does not count', () => {
    const gap = [on('later', '2026-11-03'), on('now', '2026-11-02'), on('b', '2026-11-01'), on('c', '2026-10-30')]
    expect(daysInARow(gap, 'now')).toBe(2)
    expect(daysInARow([on('now', '2026-11-02'), on('exam', '2026-11-01', { mode: 'exam' })], 'now')).toBe(1)
  })

  it('the days in a row follow the local calendar, so that 23:30 belongs to the same day as 00:30', () => {
    const at = (attempt_id: string, time: string) => result(attempt_id, { submitted_at: new Date(time).toISOString() })
    expect(daysInARow([at('now', '2026-11-02T00:30:00'), at('b', '2026-11-01T23:30:00')], 'now')).toBe(2)
    expect(daysInARow([at('now', '2026-11-02T23:30:00'), at('b', '2026-11-02T00:30:00')], 'now')).toBe(1)
  })

  it('the days in a row are 0 before the practice has its own grade', () => {
    expect(daysInARow([on('before', '2026-11-01')], 'now')).toBe(0)
  })
})

describe('the week of a practice', () => {
  const at = (attempt_id: string, submitted_at: string, change: Partial<Result> = {}) =>
    result(attempt_id, { submitted_at, correct: 3, ...change })
  const now = at('now', '2026-11-08T12:00:00Z')
  const earlier = at('earlier', '2026-11-01T12:00:01Z', { pace: null })

  it('the week of a practice counts the trainings of both paces in the seven days up to it, and their right answers', () => {
    const others = [
      at('later', '2026-11-08T12:00:01Z'),
      now,
      at('exam', '2026-11-07T12:00:00Z', { mode: 'exam' }),
      earlier,
    ]
    expect(weekOf([...others, at('old', '2026-11-01T12:00:00Z')], false, 'now')).toEqual({ trainings: 2, correct: 6 })
  })

  it('the week of a practice is not shown if the next page of the list may have more trainings of that week', () => {
    expect(weekOf([now, earlier], false, 'now')).toBeNull()
    expect(weekOf([now, earlier], true, 'now')).toEqual({ trainings: 2, correct: 6 })
  })

  it('the week of a practice is not shown for a single training, without a right answer, or before its own grade', () => {
    expect(weekOf([now], true, 'now')).toBeNull()
    expect(
      weekOf(
        [now, earlier].map((each) => ({ ...each, correct: 0 })),
        true,
        'now',
      ),
    ).toBeNull()
    expect(weekOf([earlier], true, 'now')).toBeNull()
  })
})
