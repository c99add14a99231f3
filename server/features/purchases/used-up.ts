import { sql } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { examsGiven, type ExamUse } from './exam-count.ts'

/** A purchase without an exam left or under way. */
export interface UsedUp {
  /** Its test can be bought again before it expires: it was paid for, and no later purchase is in use. Never a free test. */
  canBuyAgain: boolean
}

export async function findUsedUp(
  queries: Queries,
  purchaseIds: readonly string[],
  { spent, isUnderWay }: ExamUse,
): Promise<Map<string, UsedUp>> {
  if (purchaseIds.length === 0) return new Map()
  const { rows } = await queries.execute<{ id: string; can_buy_again: boolean }>(sql`
    select p.id, p.status = 'paid' and p.price > 0 and not exists (
      select 1 from purchases newer
      where newer.user_id = p.user_id and newer.test_id = p.test_id and newer.id <> p.id
        and newer.live and not newer.superseded and newer.status = 'paid') as can_buy_again
    from purchases p
    where p.id = any(${sql.param(purchaseIds)}::uuid[]) and ${sql.raw(examsGiven)} <= ${sql.raw(spent)}
      and not ${sql.raw(isUnderWay)}`)
  return new Map(rows.map(({ id, can_buy_again }) => [id, { canBuyAgain: can_buy_again }]))
}
