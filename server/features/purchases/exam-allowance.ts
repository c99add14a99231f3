import { count, inArray } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { examGrants } from '../../db/schema/purchases.ts'
import { countSpentExams } from './exam-standing.ts'

/** How many exams a purchase gives: its frozen terms, what operators granted beyond them, and what is used up. */
export interface ExamAllowance {
  terms: number
  granted: number
  spent: number
  left: number
}

/** The exams of each purchase, by its id. The catalog's `findUsedUp` asks the same in its own query. */
export async function findExamAllowances(
  queries: Queries,
  purchases: { id: string; examAttempts: number }[],
): Promise<Map<string, ExamAllowance>> {
  const ids = purchases.map(({ id }) => id)
  const spentOf = await countSpentExams(queries, ids)
  const grantedTo = await countGrants(queries, ids)
  return new Map(
    purchases.map(({ id, examAttempts: terms }) => {
      const [granted, spent] = [grantedTo.get(id) ?? 0, spentOf.get(id) ?? 0]
      return [id, { terms, granted, spent, left: Math.max(0, terms + granted - spent) }]
    }),
  )
}

/** The exams of one purchase. */
export async function findExamAllowance(
  queries: Queries,
  purchase: { id: string; examAttempts: number },
): Promise<ExamAllowance> {
  return (await findExamAllowances(queries, [purchase])).get(purchase.id)!
}

async function countGrants(queries: Queries, purchaseIds: string[]): Promise<Map<string, number>> {
  if (purchaseIds.length === 0) return new Map()
  const rows = await queries
    .select({ id: examGrants.purchaseId, granted: count() })
    .from(examGrants)
    .where(inArray(examGrants.purchaseId, purchaseIds))
    .groupBy(examGrants.purchaseId)
  return new Map(rows.map(({ id, granted }) => [id, granted]))
}
