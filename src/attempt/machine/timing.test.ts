import { expect, it } from 'vitest'
import { mostSteps, Timing as TimingOfContract } from '#contract/timing.ts'
import type { AttemptRow } from './rows.ts'
import { openAnswers } from './answers.ts'
import { oneQuestionPaper as paper } from '../../../tests/support/one-question-paper.ts'
import type { AttemptState } from './state.ts'
import { newlyShown, noteStep, noTiming, stepsOf, timingOfRow } from './timing.ts'

const row = (change: Partial<AttemptRow> = {}) => ({ draftId: 'd', mode: 'exam', ...change }) as AttemptRow
const shown = (place: number) => ({ what: 'shown' as const, place })

it('timing steps keep their order when the wall clock is set back, and stop at the most that the contract takes', () => {
  const kept = { steps: [{ ...shown(2), at: 40_000 }], wall: 9e12 + 3_600_000 }
  const page = row({ timing: kept })
  let timing = noTiming
  for (let i = 0; i < 2 * mostSteps; i += 1) {
    timing = noteStep(timing, page, shown(i % 30), { wall: 9e12, steady: 500 + 700 * (i + 1) })
  }
  const steps = [...stepsOf(timing, page)]
  expect(steps.slice(0, 3)).toEqual([
    ...kept.steps,
    { what: 'resumed', place: 2, at: 40_000 },
    { ...shown(0), at: 40_000 },
  ])
  expect(steps).toHaveLength(mostSteps)
  expect(TimingOfContract.safeParse(steps).success).toBe(true)
})

it('a training records no timing steps', () => {
  const training = row({ mode: 'training' })
  const timing = noteStep(noTiming, training, shown(0), { wall: 0, steady: 0 })
  expect([stepsOf(timing, training), timingOfRow(timing, training)]).toEqual([[], {}])
})

it('another attempt starts its timing without the steps of the one before', () => {
  const [first, second] = [row({ draftId: 'first' }), row({ draftId: 'second' })]
  const at = { wall: 0, steady: 100 }
  const ofFirst = noteStep(noteStep(noTiming, first, shown(0), at), first, shown(1), at)
  expect([stepsOf(ofFirst, second), timingOfRow(ofFirst, second)]).toEqual([[], {}])
  const ofSecond = noteStep(ofFirst, second, shown(4), at)
  expect(stepsOf(noteStep(ofSecond, second, shown(4), { ...at, steady: 800 }), second)).toEqual([
    { ...shown(4), at: 0 },
  ])
})

it('a later page continues the timing from the steps in the row, by the wall clock', () => {
  const first = noteStep(noTiming, row(), shown(0), { wall: 10_000, steady: 500 })
  const answered = noteStep(first, row(), { what: 'answered', place: 0 }, { wall: 12_000, steady: 2_500 })
  const kept = timingOfRow(answered, row())
  const steps = [
    { ...shown(0), at: 0 },
    { what: 'answered', place: 0, at: 2_000 },
  ]
  expect(kept).toEqual({ timing: { steps, wall: 12_000 } })
  expect(stepsOf(noTiming, row(kept))).toEqual(steps)
  expect(stepsOf(answered, null)).toEqual(steps)
  expect(timingOfRow(answered, null)).toEqual({})
  expect(timingOfRow(noTiming, { ...row(), draftId: null } as never)).toEqual({})
  const next = noteStep(noTiming, row(kept), shown(1), { wall: 15_000, steady: 100 })
  const later = noteStep(next, row(kept), shown(2), { wall: 15_700, steady: 800 })
  expect(stepsOf(later, row()).slice(2)).toEqual([
    { what: 'resumed', place: 0, at: 5_000 },
    { ...shown(1), at: 5_000 },
    { ...shown(2), at: 5_700 },
  ])
  expect(noteStep(answered, null, shown(3), { wall: 0, steady: 0 })).toBe(answered)
})

it('an answer that is changed within a second counts in the timing as its last change', () => {
  const answered = { what: 'answered' as const, place: 0 }
  const first = noteStep(noTiming, row(), answered, { wall: 0, steady: 100 })
  const second = noteStep(first, row(), answered, { wall: 0, steady: 900 })
  expect(stepsOf(second, row())).toEqual([{ ...answered, at: 800 }])
  // The question has been on the screen since, so nothing is noted.
  const seen = noteStep(second, row(), shown(0), { wall: 0, steady: 1_000 })
  expect(noteStep(seen, row(), shown(0), { wall: 0, steady: 2_000 })).toBe(seen)
})

it('a question counts as newly shown when a page starts to answer, moves to it, or gets the writing', () => {
  const answering = (position: number, writer: 'here' | 'other-tab' = 'here'): AttemptState => ({
    phase: 'answering',
    paper,
    answers: openAnswers('phone', 0, []),
    position,
    flags: new Set(),
    writer,
  })
  const opening: AttemptState = { phase: 'opening', startKey: null }
  expect(newlyShown(null, answering(4))).toBe(4)
  expect(newlyShown(opening, answering(4))).toBe(4)
  expect(newlyShown(answering(3), answering(4))).toBe(4)
  expect(newlyShown(answering(4, 'other-tab'), answering(4))).toBe(4)
  expect(newlyShown(answering(4), answering(4))).toBeNull()
  expect(newlyShown(answering(3), answering(4, 'other-tab'))).toBeNull()
  expect(newlyShown(answering(3), opening)).toBeNull()
})
