import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AnswerEvent } from '#contract/question.ts'
import type { Reply } from '../engine/reply.ts'
import { createAutosave } from './autosave.ts'
import type { SavedAnswers } from './deliver-answers.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const event = (seq: number): AnswerEvent => ({ question_id: 'q1', value: 'так', epoch: 0, seq, device_id: 'phone' })
const saved: Reply<SavedAnswers> = {
  kind: 'answered',
  body: { marks: {}, state: 'open', epoch: 0, server_time: '2026-11-20T10:00:00Z' },
}
const silence: Reply<never> = { kind: 'silence' }
const refusal = (status: number, retryAfter: number | null = null): Reply<never> => ({
  kind: 'refused',
  status,
  code: '',
  message: '',
  resultUrl: null,
  retryAfter,
})

function setUp(...replies: Reply<SavedAnswers>[]) {
  let pending: AnswerEvent[] = []
  const sent: number[][] = []
  const refusals: number[] = []
  const autosave = createAutosave({
    pending: () => pending,
    deliver: (events) => {
      sent.push(events.map((one) => one.seq))
      return Promise.resolve(replies[Math.min(sent.length, replies.length) - 1]!)
    },
    onSaved: () => {
      pending = []
    },
    onRefused: ({ status }) => refusals.push(status),
    onReach: () => undefined,
    random: () => 1,
    hidden: () => false,
  })
  const change = (seq: number) => {
    pending = [event(seq)]
    autosave.changed()
  }
  return { autosave, sent, refusals, change }
}

describe('autosave', () => {
  it('sends changes that follow each other fast in one call, the last of each question', async () => {
    const { sent, change } = setUp(saved)
    for (const seq of [1, 2, 3]) change(seq)
    await vi.runAllTimersAsync()
    expect(sent).toEqual([[3]])
  })

  it('sends again until the server has acknowledged, waiting longer each time but 15 s at most', async () => {
    const { sent, change } = setUp(...Array(7).fill(silence), saved)
    change(1)
    const waits: number[] = []
    for (let tries = 0; tries < 8; tries += 1) {
      const before = Date.now()
      await vi.advanceTimersToNextTimerAsync()
      waits.push(Date.now() - before)
    }
    expect(sent).toHaveLength(8)
    expect(waits).toEqual([250, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000, 15_000])
    expect(vi.getTimerCount()).toBe(0)
  })

  it.each([401, 429, 503])('keeps sending after %i', async (status) => {
    const { sent, change } = setUp(refusal(status), saved)
    change(1)
    await vi.runAllTimersAsync()
    expect(sent).toEqual([[1], [1]])
  })

  it('stops at a final no and tells of it', async () => {
    const { sent, refusals, change } = setUp(refusal(409))
    change(1)
    await vi.runAllTimersAsync()
    expect([sent.length, refusals]).toEqual([1, [409]])
  })

  it('a wake-up sends at once, even with nothing pending: it sets the clock', async () => {
    const { autosave, sent } = setUp(saved)
    autosave.wake()
    await vi.advanceTimersByTimeAsync(0)
    expect(sent).toEqual([[]])
  })

  it('a wake-up cuts a back-off short, but not a pause that the server asked for', async () => {
    const { autosave, sent, change } = setUp(silence, refusal(429, 40_000), saved)
    change(1)
    await vi.advanceTimersByTimeAsync(250)
    autosave.wake()
    await vi.advanceTimersByTimeAsync(0)
    expect(sent).toHaveLength(2)
    autosave.wake()
    await vi.advanceTimersByTimeAsync(39_000)
    expect(sent).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(sent).toHaveLength(3)
  })
})
