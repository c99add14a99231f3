import { describe, expect, it } from 'vitest'
import { isDue } from './back-off.ts'

const now = 1_000_000_000
const row = (nextTryAt: number, notBefore = 0) => ({ nextTryAt: now + nextTryAt, notBefore: now + notBefore })

describe('a submission that waits', () => {
  it('a waiting submission is tried at its planned moment, or before it at a wake-up', () => {
    expect(isDue(row(1), now, false)).toBe(false)
    expect(isDue(row(60_000), now, false)).toBe(false)
    expect(isDue(row(1), now, true)).toBe(true)
    expect(isDue(row(0), now, false)).toBe(true)
    expect(isDue(row(-1), now, false)).toBe(true)
  })

  it('a waiting submission is not tried within a pause that the server asked for, even at a wake-up', () => {
    for (const wakeUp of [true, false]) {
      expect(isDue(row(-1, 1), now, wakeUp)).toBe(false)
      expect(isDue(row(-1, 3_600_000), now, wakeUp)).toBe(false)
      expect(isDue(row(-1, 0), now, wakeUp)).toBe(true)
    }
  })

  it('[R25] a waiting submission does not wait for days when the clock was put back since the last try', () => {
    const day = 86_400_000
    expect(isDue(row(day), now, false)).toBe(true)
    expect(isDue(row(60_001), now, false)).toBe(true)
    expect(isDue(row(day, day), now, false)).toBe(true)
    expect(isDue(row(-1, 3_600_001), now, true)).toBe(true)
  })
})
