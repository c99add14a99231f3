// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  answered,
  begun,
  begunAndKept,
  closePages,
  createServer,
  attemptRowOf,
  newPurchase,
  openPage,
  quiet,
  reaches,
  silence,
  type Server,
} from '../../../tests/support/exam-in-memory.ts'
import { breakStorage, silenceStorage } from '../../../tests/support/broken-storage.ts'
import { settled } from '../../../tests/support/settled.ts'
import { requestDelivery } from '../../concurrency/wake.ts'
import { onSubmissionChange } from '../sync/channel.ts'
import { closeExamDb } from '../replica/database.ts'
import { readSubmission } from '../replica/submissions.ts'

afterEach(async () => {
  closePages()
  vi.restoreAllMocks()
  vi.useRealTimers()
  await closeExamDb()
})

describe('a submission that the browser has not stored', () => {
  /** Submits at a server that gives these replies, on a full disk. */
  async function submitted(server: Server, random = () => 1) {
    const controller = await begunAndKept(server, newPurchase(), { ...quiet, random })
    breakStorage()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    controller.submit()
    await vi.advanceTimersByTimeAsync(0)
    await vi.waitFor(() => expect(server.submissions).toHaveLength(1))
    await vi.waitFor(() => expect(controller.view().nextTryAt).not.toBeNull())
    return controller
  }

  it('a page sends an unstored submission again, each time after a longer wait, and says when', async () => {
    const server = createServer()
    server.afterSubmit = silence
    const controller = await submitted(server)
    const waits = [controller.view().nextTryAt! - Date.now()]
    await vi.advanceTimersByTimeAsync(waits[0]! - 100)
    expect(server.submissions).toHaveLength(1)
    const planned = controller.view().nextTryAt
    await vi.waitFor(() => expect(controller.view().nextTryAt).not.toBe(planned))
    expect(server.submissions).toHaveLength(2)
    waits.push(controller.view().nextTryAt! - Date.now())
    expect(waits[1]).toBeGreaterThan(waits[0]! + 1_000)
    expect(controller.view()).toMatchObject({ isSubmissionInMemory: true, isUnanswered: true })
    expect(new Set(server.submissions.map((body) => JSON.stringify(body))).size).toBe(1)
  })

  it('a page keeps a 60 s Retry-After despite a request to deliver, and without one it delivers on request', async () => {
    const server = createServer()
    const limited = { kind: 'refused', status: 429, code: 'too_many', message: '', resultUrl: null } as const
    server.afterSubmit = { ...limited, retryAfter: 60_000 }
    const controller = await submitted(server)
    expect(controller.view().pauseUntil - Date.now()).toBeGreaterThan(50_000)
    requestDelivery()
    controller.wake()
    await vi.advanceTimersByTimeAsync(50_000)
    expect(server.submissions).toHaveLength(1)

    server.afterSubmit = silence
    await vi.advanceTimersByTimeAsync(12_000)
    await vi.waitFor(() => expect(server.submissions).toHaveLength(2))
    server.afterSubmit = answered({ status: 'completed', attempt_id: 'a1' })
    requestDelivery()
    await vi.advanceTimersByTimeAsync(0)
    await vi.waitFor(() => expect(controller.view().state.phase).toBe('finished'))
    expect(server.submissions).toHaveLength(3)
  })

  it('a page does not send an unstored submission again after a 422, and shows the server’s refusal', async () => {
    const server = createServer()
    server.afterSubmit = {
      kind: 'refused',
      status: 422,
      code: 'submission_mismatch',
      message: 'Здано інше.',
      resultUrl: null,
      retryAfter: null,
    }
    const controller = await begunAndKept(server, newPurchase(), quiet)
    breakStorage()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    controller.submit()
    await vi.waitFor(() => expect(controller.view().memoryOnlyRefusal).toBe('Здано інше.'))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(server.submissions).toHaveLength(1)
    expect(controller.view().state.phase).toBe('submitting')
  })

  it('[C.06] a submission that a slow storage takes after the page was left is announced to the delivery', async () => {
    const purchaseId = newPurchase()
    const controller = await begun(createServer(), purchaseId)
    const { draftId } = (await attemptRowOf(purchaseId))!
    const update = vi.fn()
    const stopHearing = onSubmissionChange(update)
    const speak = await silenceStorage('attempts', 'answers')
    controller.submit()
    controller.stop()
    await speak()
    await vi.waitFor(async () => expect(await readSubmission(draftId)).toMatchObject({ state: 'waiting' }))
    await vi.waitFor(() => expect(update.mock.calls).toEqual([[{ draftId, change: 'enqueued' }]]))
    stopHearing()
  })

  it('a submission in memory goes into the store of submissions as soon as the disk takes it', async () => {
    const server = createServer()
    const controller = await begun(server, newPurchase(), quiet)
    server.reachable = false
    const full = breakStorage('outbox')
    controller.submit()
    await vi.waitFor(() => expect(controller.view().isSubmissionInMemory).toBe(true))
    full.mockRestore()
    await vi.waitFor(() =>
      expect(controller.view()).toMatchObject({ isSubmissionInMemory: false, state: { enqueued: true } }),
    )
  })
})

it('[R21] a deadline that the disk refused is written with the next change, so a reload without a network counts to it', async () => {
  const server = createServer()
  const purchaseId = newPurchase()
  const { put } = IDBObjectStore.prototype
  const refused = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...row) {
    if (row[0]?.frame?.deadlineAt != null) throw new DOMException('no room left', 'QuotaExceededError')
    return put.apply(this, row)
  })
  const report = vi.fn()
  const page = await begun(server, purchaseId, { report })
  await vi.waitFor(() => expect(report).toHaveBeenCalled())
  // All changes of the row in the first seconds are refused as well.
  await vi.waitFor(() => expect(page.view().reached).toBe(true))
  await settled()
  refused.mockRestore()
  page.visit(1)
  await vi.waitFor(async () => expect(await attemptRowOf(purchaseId)).toMatchObject({ position: 1 }))
  page.stop()

  server.reachable = false
  const reloaded = openPage(server, purchaseId, { device: { jump: 5 * 60_000 } })
  await reaches(reloaded, 'answering')
  expect(reloaded.remaining()! / 60_000).toBeCloseTo(5, 0)
})
