import type { Queries } from '../../db/connect.ts'

/** SQL about the use of a purchase `p`, for statements of orders. Exams are a feature above: app.ts passes their SQL in. */
export interface ExamUse {
  /** How many exams are used up: begun and never given back. An exam that was given back is not, even if it is graded later. */
  spent: string
  isUnderWay: string
  /** Wants a paper drawn ahead for each of these purchases with an exam left: after a payment, a grant or the end of an exam. */
  wantPapers(tx: Queries, purchaseIds: readonly string[]): Promise<void>
}

declare module '../../services.ts' {
  interface Services {
    examUse: ExamUse
  }
}

/** SQL: how many exams operators, or a withheld score, gave the purchase `p` beyond its terms. */
export const examsGranted = '(select count(*) from exam_grants g where g.purchase_id = p.id)'
/** SQL: how many exams the purchase `p` gives. */
export const examsGiven = `(p.exam_attempts + ${examsGranted})`
