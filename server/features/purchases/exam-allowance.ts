import { sql } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { examsGranted, type ExamUse } from './exam-count.ts'

/** SQL: whether operators return the whole price of `p`. Its access closes once the return is confirmed, perhaps days later. */
export const isGoingBack = `(
    p.price > 0 and p.price <= (
      select coalesce(sum((line->>'amount')::int), 0)
      from ledger l cross join lateral jsonb_array_elements(l.details->'lines') line
      where l.order_id = p.order_id and l.kind = 'refund_due' and line->>'purchase_id' = p.id::text))`

/** The purchases whose money is going back, by their ids. */
export async function findGoingBack(queries: Queries, purchaseIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (purchaseIds.length === 0) return new Set()
  const { rows } = await queries.execute<{ id: string }>(
    sql`select p.id from purchases p where p.id = any(${sql.param(purchaseIds)}::uuid[]) and ${sql.raw(isGoingBack)}`,
  )
  return new Set(rows.map(({ id }) => id))
}

/** The exams of a purchase: in its frozen terms, granted beyond them, used up, and left. */
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
  examUse: ExamUse,
): Promise<Map<string, ExamAllowance>> {
  if (purchases.length === 0) return new Map()
  const ids = purchases.map(({ id }) => id)
  const { rows } = await queries.execute<{ id: string; terms: number; granted: number; spent: number }>(sql`
    select p.id, p.exam_attempts as terms, ${sql.raw(examsGranted)}::integer as granted, ${sql.raw(examUse.spent)}::integer as spent
    from purchases p where p.id = any(${sql.param(ids)}::uuid[])`)
  return new Map(
    rows.map(({ id, ...counted }) => [
      id,
      { ...counted, left: Math.max(0, counted.terms + counted.granted - counted.spent) },
    ]),
  )
}

export async function findExamAllowance(
  queries: Queries,
  purchase: { id: string },
  examUse: ExamUse,
): Promise<ExamAllowance> {
  return (await findExamAllowances(queries, [purchase], examUse)).get(purchase.id)!
}
