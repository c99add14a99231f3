import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDeliveryLoop } from './delivery-loop.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function setUp(round: (wakeUp: boolean) => Promise<number | null>) {
  const onError = vi.fn()
  return { onError, loop: createDeliveryLoop({ round, now: Date.now, onError }) }
}

describe('the delivery loop', () => {
  it('[C.06] the delivery loop runs at least every 30 s while anything waits, and rests when nothing does', async () => {
    const rounds: number[] = []
    const start = Date.now()
    const { loop } = setUp(() => {
      rounds.push(Date.now() - start)
      return Promise.resolve(rounds.length < 3 ? start + 3_600_000 : null)
    })
    loop.wake()
    await vi.runAllTimersAsync()
    expect(rounds).toEqual([0, 30_000, 60_000])
  })

  it('the delivery loop runs one round at a time, and requests made during it start one more round', async () => {
    let running = 0
    const wakeUps: boolean[] = []
    const { loop } = setUp(async (wakeUp) => {
      running += 1
      expect(running).toBe(1)
      wakeUps.push(wakeUp)
      await new Promise((resolve) => setTimeout(resolve, 100))
      running -= 1
      return null
    })
    loop.nudge()
    loop.wake()
    loop.nudge()
    await vi.runAllTimersAsync()
    expect(wakeUps).toEqual([false, true])
  })

  it('the delivery loop reports a storage that fails, and tries again', async () => {
    const round = vi.fn().mockRejectedValueOnce(new Error('lost')).mockResolvedValue(null)
    const { loop, onError } = setUp(round)
    loop.wake()
    await vi.runAllTimersAsync()
    expect([round.mock.calls.length, onError.mock.calls.length]).toEqual([2, 1])
  })

  it("the delivery loop calls an error reporter that refuses to be a method, as the window's own does", async () => {
    const round = vi.fn().mockRejectedValueOnce(new Error('lost')).mockResolvedValue(null)
    const onError = vi.fn(function (this: unknown) {
      if (this !== undefined) throw new TypeError('Illegal invocation')
    })
    createDeliveryLoop({ round, now: Date.now, onError }).wake()
    await vi.runAllTimersAsync()
    expect(round).toHaveBeenCalledTimes(2)
  })

  it('the delivery loop runs at the moment that the round named, and immediately if that has passed', async () => {
    const rounds: number[] = []
    const start = Date.now()
    const { loop } = setUp(() => {
      rounds.push(Date.now() - start)
      return Promise.resolve([start + 5_000, start + 4_000, start + 5_500, null][rounds.length - 1] ?? null)
    })
    loop.wake()
    await vi.runAllTimersAsync()
    expect(rounds).toEqual([0, 5_000, 5_000, 5_500])
  })

  it('the delivery loop tries again 30 s after a storage that failed', async () => {
    const round = vi.fn().mockRejectedValueOnce(new Error('lost')).mockResolvedValue(null)
    const { loop } = setUp(round)
    loop.nudge()
    await vi.advanceTimersByTimeAsync(29_999)
    expect(round).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(round).toHaveBeenCalledTimes(2)
  })

  it('the delivery loop starts a round for a request made during another, and a wake-up overrides an earlier plan', async () => {
    const answers: ((next: number | null) => void)[] = []
    const wakeUps: boolean[] = []
    const { loop } = setUp((wakeUp) => {
      wakeUps.push(wakeUp)
      return new Promise((resolve) => answers.push(resolve))
    })
    loop.nudge()
    loop.nudge()
    answers[0]!(Date.now() + 20_000)
    await vi.advanceTimersByTimeAsync(0)
    expect(wakeUps).toEqual([false, false])
    answers[1]!(Date.now() + 20_000)
    await vi.advanceTimersByTimeAsync(10_000)
    loop.wake()
    expect(wakeUps).toEqual([false, false, true])
    answers[2]!(null)
    await vi.runAllTimersAsync()
    expect(wakeUps).toHaveLength(3)
  })

  it('a delivery loop that was stopped between rounds or during one runs no more rounds', async () => {
    const round = vi.fn().mockImplementation(() => Promise.resolve(Date.now() + 1_000))
    const between = setUp(round).loop
    between.wake()
    await vi.advanceTimersByTimeAsync(0)
    between.stop()
    expect(vi.getTimerCount()).toBe(0)
    between.wake()
    between.nudge()
    await vi.runAllTimersAsync()
    expect(round).toHaveBeenCalledTimes(1)

    const slow = vi.fn(() => new Promise<number>((resolve) => setTimeout(() => resolve(Date.now() + 1_000), 100)))
    const during = setUp(slow).loop
    during.wake()
    during.nudge()
    during.stop()
    await vi.advanceTimersByTimeAsync(100)
    expect(vi.getTimerCount()).toBe(0)
    expect(slow).toHaveBeenCalledTimes(1)
  })
})
