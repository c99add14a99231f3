// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Step, Timing } from '#contract/timing.ts'
import {
  begun,
  closePages,
  createServer,
  attemptRowOf,
  newPurchase,
  openPage,
  reaches,
} from '../../../tests/support/exam-in-memory.ts'
import { readSubmission } from '../replica/submissions.ts'

afterEach(closePages)

const placesOf = (steps: readonly Step[]) => steps.map(({ what, place }) => `${what} ${place}`)

/** The timing in the stored bytes of the submission, which are sent again and again. */
const timingToSend = (purchaseId: string) =>
  vi.waitFor(async () => {
    const row = await readSubmission((await attemptRowOf(purchaseId))!.draftId)
    expect(row).toBeDefined()
    return row!.body.timing ?? []
  })

describe('the timing of an exam', () => {
  it('a submission contains the timing: every question shown and answered, in order, by a clock that never goes back', async () => {
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

  it('the timing continues in a page that was opened again, with a “resumed” step', async () => {
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
