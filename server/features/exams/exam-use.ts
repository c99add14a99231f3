import { prepared } from '../../db/prepared.ts'
import { isGoingBack } from '../purchases/exam-allowance.ts'
import { examsGiven, type ExamUse } from '../purchases/exam-count.ts'
import { usablePurchases } from '../purchases/purchase-access.ts'

const spent = `(
    select count(*) from attempts a
    where a.purchase_id = p.id and a.mode = 'exam' and a.started_at is not null and a.state <> 'failed' and a.failure is null)`

/** SQL: that the purchase `p` has an exam left, and that its money is not going back. */
export const isExamLeft = `${examsGiven} > ${spent} and not ${isGoingBack}`

/**
 * SQL that notes that each such purchase `p` with an exam left wants its next paper (decision 0121). A purchase that is noted
 * already, or has its paper, stays as it is: whether that paper may still be given out is checked when its exam begins.
 */
export const wantingPapers = (such: string) => `
  insert into waiting_papers (purchase_id)
  select p.id from ${usablePurchases} p where ${such} and ${isExamLeft}
  on conflict do nothing`

const want = prepared('want_papers', wantingPapers('p.id = any($1::uuid[])'))

export const examUse: ExamUse = {
  spent,
  isUnderWay: `exists (select 1 from attempts a where a.purchase_id = p.id and a.mode = 'exam' and a.is_open)`,
  async wantPapers(tx, purchaseIds) {
    await want(tx, purchaseIds)
  },
}
