import type { Queries } from '../../db/connect.ts'

/**
 * SQL of what is used of the exams of the purchase `p`. Exams are above purchases, and an order has to count them in one statement: app.ts
 * gives their SQL.
 */
export interface ExamUse {
  /** How many are used up: begun, and never given back, not even one that was graded after that. */
  spent: string
  /** Whether one is open. */
  isUnderWay: string
  /** Has a paper drawn ahead for each of these purchases on which an exam may be begun: they were paid just now. */
  wantPapers(tx: Queries, purchaseIds: readonly string[]): Promise<void>
}

declare module '../../services.ts' {
  interface Services {
    /** How exams count what is used of a purchase. */
    examUse: ExamUse
  }
}

/** SQL: how many exams operators, or a withheld score, gave the purchase `p` beyond its terms. */
export const examsGranted = '(select count(*) from exam_grants g where g.purchase_id = p.id)'
/** SQL: how many exams the purchase `p` gives. */
export const examsGiven = `(p.exam_attempts + ${examsGranted})`
