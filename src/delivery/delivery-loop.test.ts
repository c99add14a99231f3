import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDeliveryLoop } from './delivery-loop.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function setUp(round: (wakeUp: boolean) => Promise<number | null>) {
  const onError = vi.fn()
  return { onError, loop: createDeliveryLoop({ round, now: Date.now, onError }) }
}

describe('the delivery loop', () => {
  it('[C.06] comes back at least every 30 s while anything waits, and rests when nothing does', async () => {
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

  it('runs one round at a time; what was asked meanwhile follows', async () => {
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

  it('reports a storage that fails and tries again', async () => {
    const round = vi.fn().mockRejectedValueOnce(new Error('lost')).mockResolvedValue(null)
    const { loop, onError } = setUp(round)
    loop.wake()
    await vi.runAllTimersAsync()
    expect([round.mock.calls.length, onError.mock.calls.length]).toEqual([2, 1])
  })
})
