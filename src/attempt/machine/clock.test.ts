import { describe, expect, it } from 'vitest'
import { anchorAt, anchorFromOffset, crossedThreshold, offsetOf, readClock, urgencyOf } from './clock.ts'

const minute = 60_000
const day = 86_400_000
const anchor = anchorAt(1_000_000, { wall: 500_000, steady: 100 })

describe('the clock of an exam', () => {
  it('the exam clock runs by the server’s time, whatever the device’s clock says', () => {
    expect(offsetOf(anchor)).toBe(500_000)
    expect(readClock(anchor, { wall: 560_000, steady: 60_100 })).toEqual({ now: 1_060_000, trusted: true })
  })

  it('the exam clock follows the steady clock, untrusted, when the device’s date is set back a day', () => {
    const read = readClock(anchor, { wall: 500_000 - day, steady: 100 + minute })
    expect(read).toEqual({ now: 1_000_000 + minute, trusted: false })
  })

  it('the exam clock counts a sleep of the device as time that passed, and is untrusted then', () => {
    const slept = { wall: 500_000 + 120 * minute, steady: 100 + minute }
    expect(readClock(anchor, slept)).toEqual({ now: 1_000_000 + 120 * minute, trusted: false })
  })

  it('the exam clock is trusted while the device’s two clocks are within 5 s of each other', () => {
    const apart = (by: number) => readClock(anchor, { wall: 500_000 + minute + by, steady: 100 + minute }).trusted
    expect([-5_001, -5_000, 0, 5_000, 5_001].map(apart)).toEqual([false, true, true, true, false])
  })

  it('the exam clock is untrusted after a reload until the server replies', () => {
    expect(readClock(anchorFromOffset(7, { wall: 100, steady: 0 }), { wall: 100, steady: 0 })).toEqual({
      now: 107,
      trusted: false,
    })
  })

  it('the exam clock never runs backwards from its anchor', () => {
    expect(readClock(anchor, { wall: 0, steady: 0 }).now).toBe(1_000_000)
  })
})

describe('announcements of the remaining time', () => {
  it('a page announces half of the time, five minutes and one minute once each, and never seconds', () => {
    const duration = 30 * minute
    const said: string[] = []
    for (let left = duration; left > 0; left -= 500) {
      const crossed = crossedThreshold(left, left - 500, duration)
      if (crossed !== null) said.push(crossed)
    }
    expect(said).toEqual(['half', 'five-minutes', 'one-minute'])
  })

  it('a page announces only the last threshold that a sleep jumped over, and nothing at the deadline or after it', () => {
    expect(crossedThreshold(20 * minute, 30_000, 30 * minute)).toBe('one-minute')
    expect(crossedThreshold(20 * minute, 0, 30 * minute)).toBeNull()
    expect(crossedThreshold(20 * minute, -1, 30 * minute)).toBeNull()
  })

  it('a page does not announce five minutes when they are half of the exam or more', () => {
    expect(crossedThreshold(5.1 * minute, 5 * minute, 10 * minute)).toBe('half')
    expect(crossedThreshold(5.1 * minute, 5 * minute, 8 * minute)).toBeNull()
    expect(crossedThreshold(4.1 * minute, 4 * minute, 8 * minute)).toBe('half')
    expect(crossedThreshold(1.1 * minute, minute, 8 * minute)).toBe('one-minute')
  })

  it('the clock warns in the last five minutes, in the last fifth of a short exam, and again in the last minute', () => {
    const shown = (duration: number | null, ...left: number[]) => left.map((n) => urgencyOf(n * minute, duration))
    expect(shown(30 * minute, 5.1, 5, 1.1, 1)).toEqual(['none', 'short', 'short', 'last'])
    expect(shown(8 * minute, 1.7, 1.6, 1)).toEqual(['none', 'short', 'last'])
    expect(shown(null, 5.1, 5, 0)).toEqual(['none', 'short', 'last'])
  })

  it('a page does not announce half of the time when the exam has no length', () => {
    expect(crossedThreshold(20 * minute, 10 * minute, null)).toBeNull()
    expect(crossedThreshold(6 * minute, 5 * minute, null)).toBe('five-minutes')
  })
})
