import { expect, it } from 'vitest'
import type { SubmissionRow } from '../../attempt/machine/rows.ts'
import { isNews, deliveredOf } from './delivered-works.tsx'

const made = Date.parse('2026-03-05T12:00:00Z')
const minutes = 60_000
const receiptOf = (at: number) =>
  [
    'e30',
    btoa(JSON.stringify({ kind: 'graded', attempt_id: 'a', digest: '', at: new Date(at).toISOString() })).replace(
      /=+$/,
      '',
    ),
    'x',
  ].join('.')
const work = (taken: number | null, more: Partial<SubmissionRow> = {}) =>
  ({
    draftId: 'd',
    mode: 'exam',
    state: 'graded',
    madeAt: made,
    receipt: taken === null ? null : receiptOf(taken),
    ...more,
  }) as SubmissionRow

it.each<[string, SubmissionRow, number, boolean]>([
  ['that waited for 90 minutes is news', work(made + 90 * minutes), 100, true],
  ['that arrived within a second is no news', work(made + 1000), 1, false],
  ['of the day before is no news any more', work(made + 90 * minutes), 26 * 60, false],
  ['of a training is no news', work(made + 90 * minutes, { mode: 'training' }), 100, false],
  ['that an earlier release delivered to another server is no news', work(null), 100, false],
  ['that another server accepted without a receipt is news', work(null, { takenAt: made + 90 * minutes }), 100, true],
])('a delivered submission %s', (_, row, after, isToBeTold) => {
  const listed = deliveredOf([row], made + after * minutes).filter((one) => isNews(one, new Set()))
  expect(listed.map(({ at }) => at)).toEqual(isToBeTold ? [made + 90 * minutes] : [])
})

it('a submission that was seen waiting is news, however soon it is delivered', () => {
  const [one] = deliveredOf([work(made + 1000)], made + minutes)
  expect([isNews(one!, new Set(['d'])), isNews(one!, new Set(['other']))]).toEqual([true, false])
})
