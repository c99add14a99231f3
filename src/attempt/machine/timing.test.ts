import { expect, it } from 'vitest'
import { mostSteps, Timing as TimingOfContract } from '#contract/timing.ts'
import type { AttemptRow } from './rows.ts'
import { noteStep, noTiming, stepsOf, timingOfRow } from './timing.ts'

const row = (change: Partial<AttemptRow> = {}) => ({ draftId: 'd', mode: 'exam', ...change }) as AttemptRow
const shown = (place: number) => ({ what: 'shown' as const, place })

it('steps keep their order where somebody sets the wall clock back, and end before they are refused for their number', () => {
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

it('steps are noted of no training', () => {
  const training = row({ mode: 'training' })
  const timing = noteStep(noTiming, training, shown(0), { wall: 0, steady: 0 })
  expect([stepsOf(timing, training), timingOfRow(timing, training)]).toEqual([[], {}])
})

it('steps are of one attempt: another one begins with none', () => {
  const [first, second] = [row({ draftId: 'first' }), row({ draftId: 'second' })]
  const at = { wall: 0, steady: 100 }
  const ofFirst = noteStep(noteStep(noTiming, first, shown(0), at), first, shown(1), at)
  expect([stepsOf(ofFirst, second), timingOfRow(ofFirst, second)]).toEqual([[], {}])
  const ofSecond = noteStep(ofFirst, second, shown(4), at)
  expect(stepsOf(noteStep(ofSecond, second, shown(4), { ...at, steady: 800 }), second)).toEqual([
    { ...shown(4), at: 0 },
  ])
})
