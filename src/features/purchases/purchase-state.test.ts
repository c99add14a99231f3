import { describe, expect, it } from 'vitest'
import type { OwnedTest } from '#contract/purchase.ts'
import { canSitExam, isOver } from './purchase-state.ts'

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
