import type { Queries } from '../../db/connect.ts'
import { prepared } from '../../db/prepared.ts'

const give = prepared(
  'give_free_repeat',
  `insert into exam_grants (purchase_id, attempt_id)
   select id, $2::uuid from purchases
   where id = $1 and status = 'paid' and coalesce(expires_at > clock_timestamp(), true)
   on conflict (purchase_id) where attempt_id is not null do nothing
   returning 1`,
)
/** A separate statement, because one that waited for the grant of another grading still sees the table without it. */
const findGiven = prepared('find_free_repeat', 'select 1 from exam_grants where purchase_id = $1 and attempt_id = $2')

/**
 * Gives a purchase one more exam for an attempt whose score was withheld: once a purchase, and only while it can be used.
 * Returns whether it was given for this attempt, now or at an earlier grading. Two concurrent gradings give one.
 */
export async function giveFreeRepeat(tx: Queries, attempt: { id: string; purchaseId: string }): Promise<boolean> {
  const given = await give(tx, attempt.purchaseId, attempt.id)
  return given.length > 0 || (await findGiven(tx, attempt.purchaseId, attempt.id)).length > 0
}
