// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { mostSteps, type Step, Timing } from '#contract/timing.ts'
import {
  begun,
  closePages,
  createServer,
  attemptRowOf,
  newPurchase,
  openPage,
  reaches,
} from '../../../tests/support/exam-in-memory.ts'
import { newAttempt } from '../replica/attempts.ts'
import type { AttemptRow } from '../replica/rows.ts'
import { readSubmission } from '../replica/submissions.ts'
import type { AttemptPorts } from './ports.ts'
import { createAttemptTiming } from './timing.ts'

afterEach(closePages)

const placesOf = (steps: readonly Step[]) => steps.map(({ what, place }) => `${what} ${place}`)

/** Of the bytes that the store of submissions has, which are sent again and again. */
const timingToSend = (purchaseId: string) =>
  vi.waitFor(async () => {
    const row = await readSubmission((await attemptRowOf(purchaseId))!.draftId)
    expect(row).toBeDefined()
    return row!.body.timing ?? []
  })

describe('the timing of an exam', () => {
  it('goes with the submission: what was shown and answered, in its order, by a clock that never goes back', async () => {
    const server = createServer()
    const purchaseId = newPurchase()
    const controller = await begun(server, purchaseId)
    controller.answer('q1', 'o1')
    controller.visit(1)
    controller.answer('q2', '1')
    controller.answer('q2', '12')
    controller.visit(0)
    controller.visit(0)
    controller.submit()
    const timing = await timingToSend(purchaseId)
    expect(placesOf(timing)).toEqual(['shown 0', 'answered 0', 'shown 1', 'answered 1', 'shown 0'])
    expect(timing[0]!.at).toBe(0)
    expect(Timing.safeParse(timing).success).toBe(true)
  })

  it('goes on in a page that was opened anew, which says so', async () => {
    const server = createServer()
    const purchaseId = newPurchase()
    const first = await begun(server, purchaseId)
    first.visit(1)
    await vi.waitFor(async () => expect((await attemptRowOf(purchaseId))?.timing?.steps).toHaveLength(2))
    closePages()

    const second = openPage(server, purchaseId)
    await reaches(second, 'answering')
    second.answer('q2', '7')
    second.submit()
    const timing = await timingToSend(purchaseId)
    expect(placesOf(timing)).toEqual(['shown 0', 'shown 1', 'resumed 1', 'shown 1', 'answered 1'])
    expect(Timing.safeParse(timing).success).toBe(true)
  })
})

const row = (change: Partial<AttemptRow> = {}): AttemptRow => ({
  ...newAttempt({ draftId: 'd', ownerId: 'o', purchaseId: 'p', mode: 'exam', startKey: null, createdAt: 0 }),
  ...change,
})

let clock = { wall: 0, steady: 0 }
const ports = (change: Partial<AttemptPorts> = {}) =>
  ({ mode: 'exam', readDevice: () => clock, ...change }) as AttemptPorts

describe('the steps of a page', () => {
  it('keep their order where somebody sets the wall clock back, and end before they are refused for their number', () => {
    clock = { wall: 9e12, steady: 500 }
    const kept = { steps: [{ what: 'shown' as const, place: 2, at: 40_000 }], wall: 9e12 + 3_600_000 }
    const timing = createAttemptTiming({ row: () => row({ timing: kept }) }, ports())
    for (let i = 0; i < 2 * mostSteps; i += 1) {
      clock = { wall: clock.wall, steady: clock.steady + 700 }
      timing.shown(i % 30)
    }
    const steps = [...timing.steps()]
    expect(steps.slice(0, 3)).toEqual([
      ...kept.steps,
      { what: 'resumed', place: 2, at: 40_000 },
      { what: 'shown', place: 0, at: 40_000 },
    ])
    expect(steps).toHaveLength(mostSteps)
    expect(Timing.safeParse(steps).success).toBe(true)
  })

  it('are noted of no training', () => {
    const timing = createAttemptTiming({ row: () => row() }, ports({ mode: 'training' }))
    timing.shown(0)
    timing.answered(0)
    expect([timing.steps(), timing.kept()]).toEqual([[], {}])
  })

  it('are of one attempt: another one begins with none', () => {
    let draftId = 'first'
    const timing = createAttemptTiming({ row: () => row({ draftId }) }, ports())
    timing.shown(0)
    timing.shown(1)
    draftId = 'second'
    expect(timing.steps()).toEqual([])
    expect(timing.kept()).toEqual({})
    timing.shown(4)
    clock = { ...clock, steady: clock.steady + 700 }
    timing.shown(4)
    expect(timing.steps()).toEqual([{ what: 'shown', place: 4, at: 0 }])
  })
})
