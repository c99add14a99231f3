import { sql } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'

/**
 * Gives a purchase one more exam for an attempt whose score was withheld: once a purchase, and only while an exam can still
 * be taken on it. Returns whether it was given for this attempt, now or at an earlier grading. Two gradings at once give one.
 */
export async function giveFreeRepeat(tx: Queries, attempt: { id: string; purchaseId: string }): Promise<boolean> {
  await tx.execute(sql`
    insert into exam_grants (purchase_id, attempt_id)
    select id, ${attempt.id} from purchases
    where id = ${attempt.purchaseId} and status = 'paid' and coalesce(expires_at > clock_timestamp(), true)
    on conflict (purchase_id) where attempt_id is not null do nothing`)
  const { rows } = await tx.execute(sql`
    select 1 from exam_grants where purchase_id = ${attempt.purchaseId} and attempt_id = ${attempt.id}`)
  return rows.length > 0
}
