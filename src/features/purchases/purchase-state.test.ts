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
  it('opens an exam while an attempt is left, paid for and in time', () => {
    expect(canSitExam(purchase(), now)).toBe(true)
    expect(canSitExam(purchase({ exam_attempts_left: 0 }), now)).toBe(false)
    expect(canSitExam(purchase({ expiration_date: '2026-03-01T00:00:00Z' }), now)).toBe(false)
    expect(canSitExam(purchase({ status: 'refunded' }), now)).toBe(false)
    expect(canSitExam(purchase({ status: 'pending' }), now)).toBe(false)
  })

  it('lets an exam that was begun be gone on with, whatever else is over', () => {
    const begun = { active_attempt: { id: 'a1', state: 'open' } }
    expect(
      canSitExam(purchase({ ...begun, exam_attempts_left: 0, expiration_date: '2026-03-01T00:00:00Z' }), now),
    ).toBe(true)
  })

  it('is over by its day or by the word of the server', () => {
    expect(isOver(purchase({ expiration_date: '2026-03-05T11:59:59Z' }), now)).toBe(true)
    expect(isOver(purchase({ status: 'expired', expiration_date: null }), now)).toBe(true)
    expect(isOver(purchase(), now)).toBe(false)
  })
})

describe('training with a bought test', () => {
  it('is unlimited while the purchase lasts, and ends with it', () => {
    expect(isUsable(purchase({ exam_attempts_left: 0 }), now)).toBe(true)
    expect(isUsable(purchase({ status: null, expiration_date: null }), now)).toBe(true)
    expect(isUsable(purchase({ expiration_date: '2026-03-01T00:00:00Z' }), now)).toBe(false)
    expect(isUsable(purchase({ status: 'refunded' }), now)).toBe(false)
  })
})

describe('the shelf', () => {
  const gone = purchase({ id: 'gone', status: 'expired', expiration_date: '2026-03-01T00:00:00Z' })
  const expiredOne = (id: string, day: string) => ({ id, purchase_card_title: id, expiration_date: day })

  it('[S3.10] has what is over from the list and from the legal replies, each once, the newest first', () => {
    const expired = [expiredOne('gone', '2026-03-01T00:00:00Z'), expiredOne('older', '2025-03-05T00:00:00Z')]
    const { live, over } = sortPurchases([purchase(), gone], expired, now)
    expect(live.map(({ id }) => id)).toEqual(['p1'])
    expect(over.map(({ id, owned }) => [id, owned?.id])).toEqual([
      ['gone', 'gone'],
      ['older', undefined],
    ])
  })

  it('keeps in use what the list of purchases calls usable, and what has an exam that runs', () => {
    const running = { ...gone, active_attempt: { id: 'a1', state: 'open' } }
    const { live, over } = sortPurchases([purchase(), running], [expiredOne('p1', '2026-03-01T00:00:00Z')], now)
    expect(live.map(({ id }) => id)).toEqual(['p1', 'gone'])
    expect(over).toEqual([])
  })
})
