import { sql } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { examsGranted, examsSpent } from '../catalog/exam-count.ts'

/** How many exams a purchase gives: its frozen terms, what operators granted beyond them, and what is used up. */
export interface ExamAllowance {
  terms: number
  granted: number
  spent: number
  left: number
}

/** The exams of each purchase, by its id. */
export async function findExamAllowances(
  queries: Queries,
  purchases: { id: string }[],
): Promise<Map<string, ExamAllowance>> {
  if (purchases.length === 0) return new Map()
  const ids = purchases.map(({ id }) => id)
  const { rows } = await queries.execute<{ id: string; terms: number; granted: number; spent: number }>(sql`
    select p.id, p.exam_attempts as terms, ${sql.raw(examsGranted)}::integer as granted, ${sql.raw(examsSpent)}::integer as spent
    from purchases p where p.id = any(${sql.param(ids)}::uuid[])`)
  return new Map(
    rows.map(({ id, ...counted }) => [
      id,
      { ...counted, left: Math.max(0, counted.terms + counted.granted - counted.spent) },
    ]),
  )
}

/** The exams of one purchase. */
export async function findExamAllowance(queries: Queries, purchase: { id: string }): Promise<ExamAllowance> {
  return (await findExamAllowances(queries, [purchase])).get(purchase.id)!
}
