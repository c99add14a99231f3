import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { endOf, instantOf } from './calendar-day.ts'
import { isOver, isUsable } from './purchase-use.ts'

const zone = process.env.TZ
afterEach(() => {
  process.env.TZ = zone
})

describe.each(['America/New_York', 'Europe/Kyiv', 'Pacific/Auckland'])('a date in %s', (place) => {
  beforeEach(() => {
    process.env.TZ = place
  })

  it('a date without a time means the day of the local time zone', () => {
    expect(new Date(instantOf('2026-03-05')).toString()).toContain('Mar 05 2026 00:00:00')
    expect(new Date(endOf('2026-03-31')).toString()).toContain('Apr 01 2026 00:00:00')
  })

  it('a date with a time is that instant, as a beginning and as an end', () => {
    for (const read of [instantOf, endOf]) expect(read('2026-03-05T10:00:00Z')).toBe(Date.UTC(2026, 2, 5, 10))
  })

  it('a purchase is valid through the whole of its last day', () => {
    const lastDay = { status: null, expiration_date: '2026-03-05' }
    expect(isOver(lastDay, new Date(2026, 2, 5, 23, 59, 59).getTime())).toBe(false)
    expect(isOver(lastDay, new Date(2026, 2, 6).getTime())).toBe(true)
  })
})

it('a text that is no date gives no instant, and ends no purchase', () => {
  for (const text of ['', 'скоро', '2026-13-45T10:00:00Z']) expect(instantOf(text)).toBeNaN()
  expect(isOver({ status: null, expiration_date: 'скоро' }, 0)).toBe(false)
})

describe('a purchase', () => {
  const of = (status: string | null, expiration_date: string | null = null) => ({ status, expiration_date })

  it('a purchase is usable under any status word that does not say otherwise', () => {
    for (const word of ['paid', 'active', 'ACTIVE', 'completed', 'success', 'куплено', null]) {
      expect(isUsable(of(word), 0), String(word)).toBe(true)
    }
    for (const word of ['pending', 'unpaid', 'failed', 'Cancelled', 'canceled', 'EXPIRED', 'refunded']) {
      expect(isUsable(of(word), 0), word).toBe(false)
    }
  })

  it('a purchase is not usable after its time, even if its status is active', () => {
    expect(isUsable(of('active', '2026-03-05T10:00:00Z'), Date.UTC(2026, 2, 5, 9, 59))).toBe(true)
    expect(isUsable(of('active', '2026-03-05T10:00:00Z'), Date.UTC(2026, 2, 5, 10))).toBe(false)
  })
})
