import type { ExamUse } from '../purchases/exam-count.ts'

/** What is used of the exams of the purchase `p`. */
export const examUse: ExamUse = {
  spent: `(
    select count(*) from attempts a
    where a.purchase_id = p.id and a.mode = 'exam' and a.started_at is not null and a.state <> 'failed' and a.failure is null)`,
  isUnderWay: `exists (select 1 from attempts a where a.purchase_id = p.id and a.mode = 'exam' and a.is_open)`,
}
