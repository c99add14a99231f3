// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ExamMeta } from '#contract/exam.ts'
import {
  atIntro,
  closePages,
  createServer,
  newPurchase,
  openPage,
  type Server,
  silence,
} from '../../../tests/support/exam-in-memory.ts'
import type { Reply } from '../../http/reply.ts'

afterEach(() => {
  vi.useRealTimers()
  closePages()
})

const isFull: Reply<never> = {
  kind: 'refused',
  status: 503,
  code: 'server_full',
  message: '',
  resultUrl: null,
  retryAfter: 5_000,
}
const never = new Promise<never>(() => undefined)
type Open = Server['calls']['open']

/** A person presses start. The calls for the attempt get these replies, and then the server's own. */
async function pressStart(replies: (Promise<Reply<ExamMeta>> | 'own')[], prepare: (server: Server) => void = () => {}) {
  const server = createServer()
  const { open } = server.calls
  const asked: { startKey: string | null; timeoutMs: number | null }[] = []
  const answer: Open = (purchaseId, startKey, timeoutMs) => {
    asked.push({ startKey, timeoutMs })
    const own = open(purchaseId, startKey, timeoutMs)
    const reply = replies.shift() ?? 'own'
    return reply === 'own' ? own : reply
  }
  Object.assign(server.calls, { open: answer })
  prepare(server)
  const device = { jump: 0 }
  const page = openPage(server, newPurchase(), { device })
  await atIntro(page)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] })
  page.start(true)
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  const phase = () => page.view().state.phase
  return { server, page, device, asked, phase, reaches: (name: string) => vi.waitFor(() => expect(phase()).toBe(name)) }
}

describe('an opening whose reply is lost', () => {
  it('the page repeats a silent opening after 15 s with the same start_key, and sets no timeout for the first call', async () => {
    const { asked, page, phase, reaches } = await pressStart([never])
    expect(page.view().openingUnanswered).toBeNull()
    await vi.advanceTimersByTimeAsync(14_000)
    expect([phase(), asked.length]).toEqual(['opening', 1])
    await vi.advanceTimersByTimeAsync(1_000)
    await reaches('answering')
    expect(asked.map(({ timeoutMs }) => timeoutMs)).toEqual([null, 15_000])
    expect(asked[0]!.startKey).not.toBeNull()
    expect(new Set(asked.map(({ startKey }) => startKey)).size).toBe(1)
  })

  it('[S7.04] the page takes the reply to its first opening call after 60 s, if the repeats got no reply', async () => {
    let answer: (reply: Reply<ExamMeta>) => void = () => undefined
    const slow = new Promise<Reply<ExamMeta>>((resolve) => (answer = resolve))
    const { page, phase, reaches, server } = await pressStart([slow, never, Promise.resolve(silence), never, never])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(phase()).toBe('opening')
    const { calls } = createServer()
    answer(await calls.open('', 'key-of-somebody', null))
    await reaches('answering')
    expect(server.startKeys.length).toBeGreaterThan(2)
    expect(page.view().state.phase).toBe('answering')
  })

  it('[R08] the page repeats a silent opening for a quarter of an hour, and then waits for another press', async () => {
    const { asked, page, phase, reaches } = await pressStart(Array.from({ length: 200 }, () => never))
    await vi.advanceTimersByTimeAsync(14 * 60_000)
    expect([phase(), asked.length > 10]).toEqual(['opening', true])
    await vi.advanceTimersByTimeAsync(3 * 60_000)
    await reaches('failed')
    const before = asked.length
    page.wake()
    await vi.advanceTimersByTimeAsync(60_000)
    expect([phase(), asked.length]).toEqual(['failed', before])
    page.tryAgain()
    await vi.waitFor(() => expect(asked).toHaveLength(before + 1))
    expect(new Set(asked.map(({ startKey }) => startKey)).size).toBe(1)
  })

  it('[R08] the page does not repeat an opening by itself after the device slept 16 minutes in a full server’s pause', async () => {
    const { asked, device, page, phase, reaches } = await pressStart([Promise.resolve(isFull)])
    await vi.advanceTimersByTimeAsync(4_000)
    expect([phase(), asked.length]).toEqual(['opening', 1])
    device.jump = 16 * 60_000
    await vi.advanceTimersByTimeAsync(1_500)
    await reaches('failed')
    page.wake()
    await vi.advanceTimersByTimeAsync(60_000)
    expect([phase(), asked.length]).toEqual(['failed', 1])
    page.tryAgain()
    await reaches('answering')
    expect(asked).toHaveLength(2)
    expect(new Set(asked.map(({ startKey }) => startKey)).size).toBe(1)
  })

  it('the page says since when an opening is unanswered, and from when on the exam’s clock may run by itself', async () => {
    const { page } = await pressStart([never, never])
    const pressedAt = Date.now()
    await vi.advanceTimersByTimeAsync(15_000)
    const { since, clockFrom } = page.view().openingUnanswered!
    expect(since).toBeLessThanOrEqual(pressedAt)
    expect(pressedAt - since).toBeLessThan(1_000)
    expect(clockFrom! - since).toBeGreaterThan(119_000)
    expect(clockFrom! - since).toBeLessThanOrEqual(120_000)
  })

  it('the page repeats a silent opening immediately when it wakes', async () => {
    const { page, asked, reaches } = await pressStart([never])
    await vi.advanceTimersByTimeAsync(2_000)
    page.wake()
    expect(asked).toHaveLength(2)
    await reaches('answering')
  })

  it('the page repeats an unanswered opening with pauses, 12 calls in 25.5 s', async () => {
    const { asked, phase } = await pressStart([never, ...Array.from({ length: 40 }, () => Promise.resolve(silence))])
    await vi.advanceTimersByTimeAsync(15_000 + 10_500)
    expect(phase()).toBe('opening')
    expect(asked).toHaveLength(12)
  })

  it('the page says since when the clock runs if the questions came after its start, until the first answer', async () => {
    const begun = (server: Server) => {
      server.started = true
    }
    const { page, reaches } = await pressStart([never], begun)
    await vi.advanceTimersByTimeAsync(15_000)
    await reaches('answering')
    expect(page.view().clockRanSince).toBe(Date.parse('2026-11-20T10:00:00Z'))
    page.answer('q1', 'o1')
    expect(page.view().clockRanSince).toBeNull()
  })

  it('the page says nothing about a clock that has waited for the questions', async () => {
    const { page, reaches } = await pressStart([])
    await reaches('answering')
    expect(page.view().clockRanSince).toBeNull()
  })

  it('the page repeats an opening that failed immediately, with the same start_key, when the network comes back', async () => {
    const { page, asked, reaches } = await pressStart([Promise.resolve(silence)])
    await reaches('failed')
    page.wake()
    await reaches('answering')
    expect(new Set(asked.map(({ startKey }) => startKey)).size).toBe(1)
  })
})
