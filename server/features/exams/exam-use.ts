import { prepared } from '../../db/prepared.ts'
import { isGoingBack } from '../purchases/exam-allowance.ts'
import { examsGiven, type ExamUse } from '../purchases/exam-count.ts'
import { usablePurchases } from '../purchases/purchase-access.ts'

const spent = `(
    select count(*) from attempts a
    where a.purchase_id = p.id and a.mode = 'exam' and a.started_at is not null and a.state <> 'failed' and a.failure is null)`

/** SQL: that an exam of the purchase `p` is left, and that its money does not go back. */
export const isExamLeft = `${examsGiven} > ${spent} and not ${isGoingBack}`

/**
 * SQL that notes each such purchase `p` on which an exam is left as one whose next paper is wanted (decision 0121). One that is
 * noted already, or has its paper, stays as it is: whether that paper may still be given out is looked at when its exam begins.
 */
export const wantingPapers = (such: string) => `
  insert into waiting_papers (purchase_id)
  select p.id from ${usablePurchases} p where ${such} and ${isExamLeft}
  on conflict do nothing`

const want = prepared('want_papers', wantingPapers('p.id = any($1::uuid[])'))

/** What is used of the exams of the purchase `p`. */
export const examUse: ExamUse = {
  spent,
  isUnderWay: `exists (select 1 from attempts a where a.purchase_id = p.id and a.mode = 'exam' and a.is_open)`,
  async wantPapers(tx, purchaseIds) {
    await want(tx, purchaseIds)
  },
}
