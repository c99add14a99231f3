import { sql } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'

/**
 * Those of these purchases whose test can be bought once more, although their time is not over: every exam that was paid
 * for is used up, none is under way, and nothing that was bought since stands in their place. A free test is not given
 * anew before its time is over.
 */
export async function findUsedUp(queries: Queries, purchaseIds: readonly string[]): Promise<Set<string>> {
  if (purchaseIds.length === 0) return new Set()
  const { rows } = await queries.execute<{ id: string }>(sql`
    select p.id from purchases p
    where p.id = any(${sql.param(purchaseIds)}::uuid[]) and p.status = 'paid' and p.price > 0
      and p.exam_attempts + (select count(*) from exam_grants g where g.purchase_id = p.id) <= (
        select count(*) from attempts a
        where a.purchase_id = p.id and a.mode = 'exam' and a.started_at is not null and a.state <> 'failed')
      and not exists (
        select 1 from attempts a where a.purchase_id = p.id and a.mode = 'exam' and a.is_open)
      and not exists (
        select 1 from purchases newer
        where newer.user_id = p.user_id and newer.test_id = p.test_id and newer.id <> p.id
          and newer.live and not newer.superseded and newer.status = 'paid')`)
  return new Set(rows.map(({ id }) => id))
}
