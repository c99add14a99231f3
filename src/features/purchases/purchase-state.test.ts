import { describe, expect, it } from 'vitest'
import type { OwnedTest } from '#contract/purchase.ts'
import { canSitExam, isOver, isUsable } from '#contract/purchase-use.ts'
import { sortPurchases } from './purchase-state.ts'

const now = Date.parse('2026-03-05T12:00:00Z')
const purchase = (change: Partial<OwnedTest> = {}): OwnedTest => ({
  id: 'p1',
  purchase_card_title: 'Вербальний',
  test: null,
  status: 'paid',
  exam_attempts_left: 1,
  expiration_date: '2026-04-01T00:00:00Z',
  ...change,
})

describe('a bought test', () => {
  it('a bought test opens an exam only if it is paid, in time and has an attempt left', () => {
    expect(canSitExam(purchase(), now)).toBe(true)
    expect(canSitExam(purchase({ exam_attempts_left: 0 }), now)).toBe(false)
    expect(canSitExam(purchase({ expiration_date: '2026-03-01T00:00:00Z' }), now)).toBe(false)
    expect(canSitExam(purchase({ status: 'refunded' }), now)).toBe(false)
    expect(canSitExam(purchase({ status: 'pending' }), now)).toBe(false)
  })

  it('a bought test lets a begun exam continue after its attempts and its days are used up', () => {
    const begun = { active_attempt: { id: 'a1', state: 'open' } }
    expect(
      canSitExam(purchase({ ...begun, exam_attempts_left: 0, expiration_date: '2026-03-01T00:00:00Z' }), now),
    ).toBe(true)
  })

  it('a bought test is over after its last day, or if the server calls it expired', () => {
    expect(isOver(purchase({ expiration_date: '2026-03-05T11:59:59Z' }), now)).toBe(true)
    expect(isOver(purchase({ status: 'expired', expiration_date: null }), now)).toBe(true)
    expect(isOver(purchase(), now)).toBe(false)
  })
})

describe('training with a bought test', () => {
  it('training with a bought test needs no exam attempt while the purchase lasts, and ends with the purchase', () => {
    expect(isUsable(purchase({ exam_attempts_left: 0 }), now)).toBe(true)
    expect(isUsable(purchase({ status: null, expiration_date: null }), now)).toBe(true)
    expect(isUsable(purchase({ expiration_date: '2026-03-01T00:00:00Z' }), now)).toBe(false)
    expect(isUsable(purchase({ status: 'refunded' }), now)).toBe(false)
  })
})

describe('the purchases in order', () => {
  const gone = purchase({ id: 'gone', status: 'expired', expiration_date: '2026-03-01T00:00:00Z' })
  const expiredOne = (id: string, day: string) => ({ id, purchase_card_title: id, expiration_date: day })

  it('[S3.10] the purchases that are over come from the list and from the legal replies, each once, the newest first', () => {
    const expired = [expiredOne('gone', '2026-03-01T00:00:00Z'), expiredOne('older', '2025-03-05T00:00:00Z')]
    const { live, over } = sortPurchases([purchase(), gone], expired, now)
    expect(live.map(({ id }) => id)).toEqual(['p1'])
    expect(over.map(({ id, owned }) => [id, owned?.id])).toEqual([
      ['gone', 'gone'],
      ['older', undefined],
    ])
  })

  it('a purchase stays in use if the list of purchases calls it usable, or if its exam runs', () => {
    const running = { ...gone, active_attempt: { id: 'a1', state: 'open' } }
    const { live, over } = sortPurchases([purchase(), running], [expiredOne('p1', '2026-03-01T00:00:00Z')], now)
    expect(live.map(({ id }) => id)).toEqual(['p1', 'gone'])
    expect(over).toEqual([])
  })
})
