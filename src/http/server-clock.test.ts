import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const minute = 60_000
const day = 24 * 60 * minute
const truth = Date.parse('2026-03-05T12:00:00Z')

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers()
})
afterEach(() => void vi.useRealTimers())

/** A device whose clock is `ahead` ms before the server's (negative: behind), before its first reply. */
async function device(ahead: number) {
  vi.setSystemTime(truth + ahead)
  const clock = await import('./server-clock.ts')
  const moves = vi.fn()
  clock.onServerClock(moves)
  const hear = (at = truth, tookMs = 80) =>
    clock.hearServerDate(new Headers({ date: new Date(at).toUTCString() }), tookMs)
  return { ...clock, hear, moves }
}

describe('the server’s clock', () => {
  it.each([10 * minute, 60 * minute, day, 26 * day].flatMap((by) => [by, -by]))(
    'a device whose clock is wrong by %i ms knows the server’s time to a second from the first reply on',
    async (ahead) => {
      const { hear, serverNow, serverOffset, moves } = await device(ahead)
      expect(serverOffset()).toBeNull()
      hear()
      expect(Math.abs(serverNow() - truth)).toBeLessThanOrEqual(1_000)
      expect(Math.abs(serverOffset()! + ahead)).toBeLessThanOrEqual(1_000)
      hear(truth + 1_000)
      expect(moves).toHaveBeenCalledTimes(1)
    },
  )

  it('the offset is 0 if both clocks agree within two seconds, and unknown without a fresh Date header', async () => {
    const { hear, serverOffset, hearServerDate } = await device(1_200)
    hearServerDate(new Headers(), 80)
    hear(truth - day, 11_000)
    expect(serverOffset()).toBeNull()
    hear()
    expect(serverOffset()).toBe(0)
  })

  it('the offset changes at the next reply after a person has set the device’s clock right', async () => {
    const { hear, serverOffset, moves } = await device(-day)
    hear()
    vi.setSystemTime(truth)
    hear()
    expect(serverOffset()).toBe(0)
    expect(moves).toHaveBeenCalledTimes(2)
  })
})
