import { describe, expect, it } from 'vitest'
import type { OwnedTest } from '#contract/purchase.ts'
import { type KeptExam, newAttempt } from '../replica/attempts.ts'
import { findRunningExams, type KnownOfExams } from './running-exam.ts'

const now = Date.parse('2026-03-05T12:00:00.000Z')
const minute = 60_000

const purchase = (deadlineAt: number | null, change: Partial<OwnedTest> = {}): OwnedTest => ({
  id: 'p1',
  purchase_card_title: 'Логічний тест IQ',
  ...(deadlineAt !== null && {
    active_attempt: { id: 'a1', state: 'open', deadline_at: new Date(deadlineAt).toISOString() },
  }),
  ...change,
})

function kept(change: Partial<KeptExam> = {}, deadlineAt: number | null = now + 8 * minute): KeptExam {
  const start = { draftId: 'd1', ownerId: 'o1', purchaseId: 'p1', mode: 'exam', startKey: 'k', createdAt: now } as const
  const frame = {
    attemptId: 'a1',
    epoch: 0,
    begun: deadlineAt !== null,
    duration: 10 * minute,
    deadlineAt,
    lateUntil: null,
    submissionKey: null,
    ticket: null,
  }
  return { ...newAttempt(start), state: 'open', frame, title: null, ...change }
}

const findAll = (known: Partial<KnownOfExams>) =>
  findRunningExams({ owned: [], toldAt: 0, kept: [], offset: null, now, ...known })
const find = (known: Partial<KnownOfExams>) => findAll(known)[0] ?? null

describe('the running exam', () => {
  it('a running exam is known from the server alone, on a device that has nothing of it', () => {
    expect(find({ owned: [purchase(now + 5 * minute)] })).toEqual({
      testId: '1',
      purchaseId: 'p1',
      title: 'Логічний тест IQ',
      endsAt: now + 5 * minute,
      isPaused: false,
    })
  })

  it('a running exam is known from this browser’s row alone, with the row’s clock offset', () => {
    expect(find({ kept: [kept({ clockOffset: 3 * minute })] })).toMatchObject({
      purchaseId: 'p1',
      title: null,
      endsAt: now + 5 * minute,
    })
  })

  it.each([10, 60, 24 * 60, 26 * 24 * 60].flatMap((by) => [by, -by]))(
    'a running exam has the right end on a device whose clock is %i minutes ahead, begun elsewhere and begun here',
    (ahead) => {
      const device = { now: now + ahead * minute, offset: -ahead * minute }
      const endsAt = device.now + 8 * minute
      expect(find({ ...device, owned: [purchase(now + 8 * minute)] })).toMatchObject({ endsAt })
      // The offset that the row heard at the start is older than this page's.
      expect(find({ ...device, kept: [kept({ clockOffset: 0 })] })).toMatchObject({ endsAt })
      expect(find({ ...device, owned: [purchase(now - 1)] })).toBeNull()
    },
  )

  it('no exam counts as running before its clock runs, or when its time is over', () => {
    expect(find({ kept: [kept({}, null)], owned: [purchase(null)] })).toBeNull()
    expect(find({ kept: [kept({}, now)], owned: [purchase(now - 1)] })).toBeNull()
  })

  it('no exam counts as running once it was submitted here, whatever the server said before', () => {
    for (const state of ['closed', 'done', 'given-up'] as const) {
      expect(find({ kept: [kept({ state })], owned: [purchase(now + 5 * minute)], toldAt: now - 1 }), state).toBeNull()
    }
  })

  it('an exam of this browser counts as running unless the server said after its start that nothing runs', () => {
    const owned = [purchase(null)]
    expect(find({ kept: [kept()], owned, toldAt: now + minute })).toBeNull()
    expect(find({ kept: [kept()], owned, toldAt: now - minute })).toMatchObject({ title: 'Логічний тест IQ' })
  })

  it('the running exam that ends first comes first', () => {
    const other = purchase(now + minute, { id: 'p2' })
    expect(find({ kept: [kept()], owned: [purchase(now + 8 * minute), other] })).toMatchObject({ purchaseId: 'p2' })
  })

  it('each running exam is listed by its own title: the shelf’s, or else that of the paper in this browser', () => {
    const here = kept({ purchaseId: 'p2', draftId: 'd2', title: 'Вербальний тест IQ' }, now + 5 * minute)
    const all = findAll({ kept: [here], owned: [purchase(now + 8 * minute)] })
    expect(all.map(({ purchaseId, title }) => [purchaseId, title])).toEqual([
      ['p2', 'Вербальний тест IQ'],
      ['p1', 'Логічний тест IQ'],
    ])
  })
})
