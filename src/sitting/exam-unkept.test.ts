// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  answered,
  begun,
  closePages,
  createServer,
  draftOf,
  newPurchase,
  quiet,
  silence,
  type Server,
} from '../../tests/support/exam-in-memory.ts'
import { breakStorage, silenceStorage } from '../../tests/support/broken-storage.ts'
import { wishDelivery } from '../delivery/delivery-wish.ts'
import { onDeliveryNews } from '../delivery/news.ts'
import { closeExamDb } from '../storage/exam-db.ts'
import { readSubmission } from '../storage/outbox.ts'

afterEach(async () => {
  closePages()
  vi.restoreAllMocks()
  vi.useRealTimers()
  await closeExamDb()
})

describe('a hand-in that the browser did not write down', () => {
  /** Handed in at a server that gives these replies, on a full disk. */
  async function handedIn(server: Server, random = () => 1) {
    const runner = await begun(server, newPurchase(), { ...quiet, random })
    breakStorage()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    runner.submit()
    await vi.advanceTimersByTimeAsync(0)
    await vi.waitFor(() => expect(server.submissions).toHaveLength(1))
    await vi.waitFor(() => expect(runner.view().nextTryAt).not.toBeNull())
    return runner
  }

  it('is sent again by the schedule of the outbox, each time later, and the page says when', async () => {
    const server = createServer()
    server.afterSubmit = silence
    const runner = await handedIn(server)
    const waits = [runner.view().nextTryAt! - Date.now()]
    await vi.advanceTimersByTimeAsync(waits[0]! - 100)
    expect(server.submissions).toHaveLength(1)
    const planned = runner.view().nextTryAt
    await vi.waitFor(() => expect(runner.view().nextTryAt).not.toBe(planned))
    expect(server.submissions).toHaveLength(2)
    waits.push(runner.view().nextTryAt! - Date.now())
    expect(waits[1]).toBeGreaterThan(waits[0]! + 1_000)
    expect(runner.view()).toMatchObject({ isUnkept: true, isUnanswered: true })
    expect(new Set(server.submissions.map((body) => JSON.stringify(body))).size).toBe(1)
  })

  it('waits as long as the server asks, whatever the person wishes, and else not longer than they wish', async () => {
    const server = createServer()
    const limited = { kind: 'refused', status: 429, code: 'too_many', message: '', resultUrl: null } as const
    server.afterSubmit = { ...limited, retryAfter: 60_000 }
    const runner = await handedIn(server)
    expect(runner.view().heldUntil - Date.now()).toBeGreaterThan(50_000)
    wishDelivery()
    runner.wake()
    await vi.advanceTimersByTimeAsync(50_000)
    expect(server.submissions).toHaveLength(1)

    server.afterSubmit = silence
    await vi.advanceTimersByTimeAsync(12_000)
    await vi.waitFor(() => expect(server.submissions).toHaveLength(2))
    server.afterSubmit = answered({ status: 'completed', attempt_id: 'a1' })
    wishDelivery()
    await vi.advanceTimersByTimeAsync(0)
    await vi.waitFor(() => expect(runner.view().session.phase).toBe('finished'))
    expect(server.submissions).toHaveLength(3)
  })

  it('that the server refuses for good is not sent again: the page keeps it, and says so', async () => {
    const server = createServer()
    server.afterSubmit = {
      kind: 'refused',
      status: 422,
      code: 'submission_mismatch',
      message: 'Здано інше.',
      resultUrl: null,
      retryAfter: null,
    }
    const runner = await begun(server, newPurchase(), quiet)
    breakStorage()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    runner.submit()
    await vi.waitFor(() => expect(runner.view().unkeptRefusal).toBe('Здано інше.'))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(server.submissions).toHaveLength(1)
    expect(runner.view().session.phase).toBe('submitting')
  })

  it('[C.06] is told of to whoever delivers also when the page was left before a slow storage had taken it', async () => {
    const purchaseId = newPurchase()
    const runner = await begun(createServer(), purchaseId)
    const { draftId } = (await draftOf(purchaseId))!
    const news = vi.fn()
    const stopHearing = onDeliveryNews(news)
    const speak = await silenceStorage('attempts', 'answers')
    runner.submit()
    runner.stop()
    await speak()
    await vi.waitFor(async () => expect(await readSubmission(draftId)).toMatchObject({ state: 'waiting' }))
    await vi.waitFor(() => expect(news.mock.calls).toEqual([[{ draftId, change: 'enqueued' }]]))
    stopHearing()
  })

  it('goes into the outbox as soon as the browser takes it', async () => {
    const server = createServer()
    const runner = await begun(server, newPurchase(), quiet)
    server.reachable = false
    const full = breakStorage('outbox')
    runner.submit()
    await vi.waitFor(() => expect(runner.view().isUnkept).toBe(true))
    full.mockRestore()
    await vi.waitFor(() => expect(runner.view()).toMatchObject({ isUnkept: false, session: { enqueued: true } }))
  })
})
