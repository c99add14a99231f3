// @vitest-environment happy-dom
import { focusManager, onlineManager, QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ExamStatus } from '#contract/exam.ts'
import { buildPollWait, initialState, transition } from '../machine/transition.ts'
import type { AttemptEvent, AttemptState } from '../machine/state.ts'
import type { Reply } from '../../http/reply.ts'
import { type Poll, startPoll } from './poll.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  focusManager.setFocused(undefined)
  onlineManager.setOnline(true)
  vi.useRealTimers()
})

const building: Reply<ExamStatus> = { kind: 'answered', body: { status: 'building' } }

/** Runs the real engine and observer with a mocked clock. `reply` is the server's reply to ask n. */
function run(reply: (n: number) => Reply<ExamStatus> | Promise<Reply<ExamStatus>>, asked = 0) {
  const client = new QueryClient()
  // The client is mounted as the provider mounts it: otherwise it hears no focus and no reconnect.
  client.mount()
  const sentAt: number[] = []
  const start = Date.now()
  let poll: Poll | null = null
  let state: AttemptState = transition(
    initialState('key'),
    { type: 'open-replied', reply: { kind: 'answered', body: { status: 'building_started' } } },
    { deviceId: 'phone' },
  )
  if (state.phase === 'building') state = { ...state, asked }
  const dispatch = (event: AttemptEvent) => {
    state = transition(state, event, { deviceId: 'phone' })
    if (buildPollWait(state) === false) poll?.stop()
  }
  poll = startPoll({
    client,
    queryKey: ['exam-poll'],
    wait: () => buildPollWait(state),
    ask: async () => {
      sentAt.push(Date.now() - start)
      dispatch({ type: 'build-asked' })
      return reply(sentAt.length)
    },
    onReply: (one) => dispatch({ type: 'build-replied', reply: one }),
    onError: (error) => {
      throw error
    },
    now: Date.now,
  })
  const waits = () => sentAt.map((at, n) => at - (sentAt[n - 1] ?? 0))
  return { client, poll, sentAt, waits, state: () => state }
}

describe('[C.07] the poll of the build, driven by React Query', () => {
  it('[S9.01] [S8.10] the poll sends 90 calls, after 1000, 1500 … 5000, 5000 ms, and fails with 270 seconds', async () => {
    const { waits, state } = run(() => building)
    await vi.advanceTimersByTimeAsync(3_600_000)
    const schedule = Array.from({ length: 90 }, (_, n) => Math.min(1000 + 500 * n, 5000))
    expect(waits()).toEqual(schedule)
    expect(state()).toEqual({ phase: 'failed', failure: { kind: 'build-timeout', seconds: 270 } })
  })

  it('[S9.01] the poll counts its wait from the reply, however long the reply takes', async () => {
    const { sentAt } = run(async () => {
      await new Promise((resolve) => setTimeout(resolve, 7_000))
      return building
    })
    await vi.advanceTimersByTimeAsync(25_000)
    expect(sentAt).toEqual([1_000, 9_500, 18_500])
  })

  it('[S4.11] [S4.12] the poll takes a 404, a page, silence and a forgiven expiry as replies, and repeats no call for them', async () => {
    const replies: Reply<ExamStatus>[] = [
      { kind: 'refused', status: 404, code: '', message: '', resultUrl: null, retryAfter: null },
      { kind: 'unreadable', form: 'html', status: 200 },
      { kind: 'silence' },
      { kind: 'answered', body: { status: 'expired' } },
      { kind: 'answered', body: { status: 'completed', exam_cache_key: 'k' } },
    ]
    const { waits, state } = run((n) => replies[n - 1]!)
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(waits()).toEqual([1000, 1500, 2000, 2500, 3000])
    expect(state()).toMatchObject({ phase: 'building', cacheKey: 'k' })
  })

  it('[R26] the poll continues in a hidden tab, and sends no extra call on focus or reconnect', async () => {
    focusManager.setFocused(false)
    onlineManager.setOnline(false)
    const { waits } = run(() => building)
    await vi.advanceTimersByTimeAsync(4_000)
    focusManager.setFocused(true)
    onlineManager.setOnline(true)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(waits()).toEqual([1000, 1500, 2000])
  })

  it('[S9.01] [R27] the poll counts the 87 calls from before a reload and sends only three more', async () => {
    const { waits, state } = run(() => building, 87)
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(waits()).toEqual([5000, 5000, 5000])
    expect(state()).toMatchObject({ failure: { kind: 'build-timeout' } })
  })

  it('[R26] the poll sends one call immediately after a wake-up that comes more than 30 s late', async () => {
    const { poll, sentAt } = run(() => building)
    await vi.advanceTimersByTimeAsync(1_000)
    poll.wake()
    await vi.advanceTimersByTimeAsync(0)
    expect(sentAt).toHaveLength(1)
    // During a sleep the wall clock runs, and the timers do not.
    vi.setSystemTime(Date.now() + 31_000)
    poll.wake()
    poll.wake()
    await vi.advanceTimersByTimeAsync(0)
    expect(sentAt).toHaveLength(2)
  })

  it('a stopped poll sends no more calls and leaves no query in the cache', async () => {
    const { poll, sentAt, client } = run(() => building)
    await vi.advanceTimersByTimeAsync(1_000)
    poll.stop()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sentAt).toHaveLength(1)
    expect(client.getQueryCache().getAll()).toEqual([])
  })
})
