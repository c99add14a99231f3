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
  it('is asked for again after 15 s by the same start_key, and the first call is not given up', async () => {
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

  it('[S7.04] is taken from the first call too, however late it is answered, where the repeats are not', async () => {
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

  it('[R08] is asked for again for a quarter of an hour; then the screen asks for another press', async () => {
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

  it('[R08] is not asked for again by itself after a pause of a full server that a device has slept through', async () => {
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

  it('says since when nobody answers, and from when on the clock may run by itself', async () => {
    const { page } = await pressStart([never, never])
    const pressedAt = Date.now()
    await vi.advanceTimersByTimeAsync(15_000)
    const { since, clockFrom } = page.view().openingUnanswered!
    expect(since).toBeLessThanOrEqual(pressedAt)
    expect(pressedAt - since).toBeLessThan(1_000)
    expect(clockFrom! - since).toBeGreaterThan(119_000)
    expect(clockFrom! - since).toBeLessThanOrEqual(120_000)
  })

  it('is asked for at once when the network or the person comes back', async () => {
    const { page, asked, reaches } = await pressStart([never])
    await vi.advanceTimersByTimeAsync(2_000)
    page.wake()
    expect(asked).toHaveLength(2)
    await reaches('answering')
  })

  it('is asked for again and again, with pauses, while all of it stays silent', async () => {
    const { asked, phase } = await pressStart([never, ...Array.from({ length: 40 }, () => Promise.resolve(silence))])
    await vi.advanceTimersByTimeAsync(15_000 + 10_500)
    expect(phase()).toBe('opening')
    expect(asked).toHaveLength(12)
  })

  it('says since when the clock runs where the questions come after its start, until an answer is given', async () => {
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

  it('says nothing of a clock that has waited for the questions', async () => {
    const { page, reaches } = await pressStart([])
    await reaches('answering')
    expect(page.view().clockRanSince).toBeNull()
  })

  it('is asked for anew, under the same key, when the network comes back after a call that failed at once', async () => {
    const { page, asked, reaches } = await pressStart([Promise.resolve(silence)])
    await reaches('failed')
    page.wake()
    await reaches('answering')
    expect(new Set(asked.map(({ startKey }) => startKey)).size).toBe(1)
  })
})
