import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { askedPause, backOff } from './back-off.ts'

const longest = (tries: number, hidden?: boolean) => backOff(tries, () => 1, hidden)

describe('the wait before the next try', () => {
  it('the wait before a retry doubles from 1 s to 15 s, or to 60 s while the page is hidden', () => {
    expect([0, 1, 2, 3, 4, 5, 6].map((tries) => longest(tries))).toEqual([1, 2, 4, 8, 15, 15, 15].map((s) => s * 1_000))
    expect([4, 5, 6, 7].map((tries) => longest(tries, true))).toEqual([16_000, 32_000, 60_000, 60_000])
  })

  it('the wait before a retry is random over its whole length, so that clients do not come back together', () => {
    expect(backOff(3, () => 0)).toBe(0)
    expect(backOff(3, () => 0.25)).toBe(2_000)
    expect(backOff(0, () => 0.0004)).toBe(0)
  })

  it('the wait before a retry is a whole number of milliseconds within its bounds after any number of tries', () => {
    fc.assert(
      fc.property(fc.nat(), fc.double({ min: 0, max: 1, noNaN: true }), fc.boolean(), (tries, chance, hidden) => {
        const wait = backOff(tries, () => chance, hidden)
        expect(Number.isInteger(wait)).toBe(true)
        expect(wait).toBeGreaterThanOrEqual(0)
        expect(wait).toBeLessThanOrEqual(hidden ? 60_000 : 15_000)
      }),
    )
  })

  it('the client keeps a pause that the server asks for, up to one hour', () => {
    expect([null, -5, 0, 40_000, 3_600_000, 86_400_000].map(askedPause)).toEqual([
      0, 0, 0, 40_000, 3_600_000, 3_600_000,
    ])
  })
})
