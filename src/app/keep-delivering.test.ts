import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AnswerEvent } from '#contract/question.ts'
import type { Send } from '../http/send.ts'
import { paperOf } from '../attempt/machine/paper.ts'
import type { Reply } from '../http/reply.ts'

// The spy observes the module and replaces nothing: the test's clock moves when a round is over.
vi.mock('../features/training/practice/deliver-practices.ts', { spy: true })

/** The parts of a page that is about to open in an empty browser. */
async function emptyBrowser() {
  vi.resetModules()
  indexedDB = new IDBFactory()
  const [attemptRows, answers, mirror, { announce }, { startDelivery }, { deliverPractices }] = await Promise.all([
    import('../attempt/replica/attempts.ts'),
    import('../../tests/support/persisted.ts'),
    import('../session/session-db.ts'),
    import('../attempt/sync/channel.ts'),
    import('./start-delivery.ts'),
    import('../features/training/practice/deliver-practices.ts'),
  ])
  return { ...attemptRows, ...answers, ...mirror, announce, startDelivery, deliverPractices }
}

/** A server with the current `reply`; `sent` are the calls that it got. */
function listener(reply: () => Reply<unknown>) {
  const sent: string[] = []
  const send = ((endpoint: { name: string }) => {
    sent.push(endpoint.name)
    return Promise.resolve(reply())
  }) as Send
  return { sent, send }
}

const realTimeout = setTimeout
const answer: AnswerEvent = { question_id: 'q1', value: 'так', epoch: 0, seq: 1, device_id: 'phone' }

/** Leaves an answer that the server lacks, in an exam whose tab was closed. */
async function leaveAnswer({
  createAttempt,
  storePaper,
  takeLeaseOf,
  saveAnswer,
}: Awaited<ReturnType<typeof emptyBrowser>>) {
  const questions = [{ id: 'q1', kind: 'text' as const, prompt: '?' }]
  const server_time = '2026-11-20T10:00:00Z'
  const times = { id: 'a1', state: 'open', epoch: 0, duration_seconds: 60, server_time }
  const attempt = { ...times, submission_key: 'key', ticket: 'ticket' }
  await createAttempt({ draftId: 'd1', ownerId: 'anna', purchaseId: 'p1', mode: 'exam', startKey: null, createdAt: 0 })
  await storePaper('d1', paperOf({ questions, attempt, test: null })!, 0)
  await saveAnswer('d1', answer, await takeLeaseOf('d1'))
}

const taken: Reply<unknown> = {
  kind: 'answered',
  body: { marks: { q1: answer }, state: 'open', epoch: 0, server_time: '2026-11-20T10:00:00Z' },
}
const stumbling: Reply<unknown> = {
  kind: 'refused',
  status: 503,
  code: '',
  message: '',
  resultUrl: null,
  retryAfter: null,
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', page)
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('reportError', vi.fn())
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('[C.06] delivery from a page in view that no event wakes', () => {
  const aWhile = (milliseconds: number) => new Promise((resolve) => realTimeout(resolve, milliseconds))
  /** Waits for the rounds that are under way; no planned one comes, because the clock is stopped. */
  async function until(check: () => void): Promise<void> {
    for (let turn = 0; turn < 500; turn += 1) {
      try {
        return check()
      } catch {
        await aWhile(5)
      }
    }
    check()
  }

  it('a page delivers the answers of a closed exam and a log-out within 30 s to a server that recovers from 503', async () => {
    const browser = await emptyBrowser()
    await leaveAnswer(browser)
    await browser.mirrorSignOut('refresh', 0, Date.now())
    let reply: Reply<unknown> = stumbling
    const { sent, send } = listener(() => reply)
    browser.startDelivery({ send })
    await until(() => expect(browser.deliverPractices).toHaveResolved())
    await until(() => expect([sent.length, vi.getTimerCount()]).toEqual([2, 2]))
    expect(sent.toSorted()).toEqual(['revokeSession', 'saveAnswers'])
    await vi.advanceTimersByTimeAsync(29_000)
    await aWhile(50)
    expect(sent).toHaveLength(2)
    reply = taken
    await vi.advanceTimersByTimeAsync(1_000)
    await until(() => expect(sent).toHaveLength(4))
    expect(sent.toSorted()).toEqual(['revokeSession', 'revokeSession', 'saveAnswers', 'saveAnswers'])
    await aWhile(100)
    await until(() => expect(vi.getTimerCount()).toBe(0))
    expect(reportError).not.toHaveBeenCalled()
  })

  it('an answer that was stored during a submission is sent as soon as the submission is settled', async () => {
    const browser = await emptyBrowser()
    const { sent, send } = listener(() => taken)
    browser.startDelivery({ send })
    await aWhile(50)
    await leaveAnswer(browser)
    expect(sent).toEqual([])
    browser.announce({ draftId: 'd1', change: 'settled' })
    await until(() => expect(sent).toEqual(['saveAnswers']))
  })

  it('a browser without unsent data sends nothing and sets no timer', async () => {
    const { startDelivery } = await emptyBrowser()
    const { sent, send } = listener(() => stumbling)
    startDelivery({ send })
    await aWhile(200)
    await until(() => expect([sent, vi.getTimerCount()]).toEqual([[], 0]))
  })

  it('two tabs deliver one after the other, so that an unsent answer is sent once', async () => {
    const request = inTurn()
    vi.stubGlobal('navigator', { locks: { request } })
    const browser = await emptyBrowser()
    await leaveAnswer(browser)
    const { sent, send } = listener(() => taken)
    browser.startDelivery({ send })
    browser.startDelivery({ send })
    await until(() => expect(sent).toHaveLength(1))
    await aWhile(100)
    expect(sent).toEqual(['saveAnswers'])
  })
})

/** Web Locks across tabs: one holder for each name. */
function inTurn() {
  const last = new Map<string, Promise<unknown>>()
  return (name: string, _: LockOptions, work: () => Promise<unknown>) => {
    const own = (last.get(name) ?? Promise.resolve()).then(work)
    last.set(name, own)
    return own
  }
}
