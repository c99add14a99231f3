import { and, count, eq, inArray, isNotNull, ne, or, sql } from 'drizzle-orm'
import { startAfterDeliverySeconds } from '#contract/exam.ts'
import type { Queries } from '../../db/connect.ts'
import { attempts } from '../../db/schema/attempts.ts'
import { purchases } from '../../db/schema/purchases.ts'
import { daysOfGrace } from '../legal/days-of-grace.ts'

/** Reasons against a refund by section 5 of the offer (within 14 days of payment, no exam begun), in words; empty for none. */
export async function breachesOfOffer(queries: Queries, purchaseIds: readonly string[]): Promise<string[]> {
  const ids = [...purchaseIds]
  const [oldest] = await queries
    .select({ days: sql<number | null>`max(extract(epoch from now() - ${purchases.paidAt}) / 86400)::float` })
    .from(purchases)
    .where(inArray(purchases.id, ids))
  const days = oldest?.days ?? 0
  const begun = await countBegunExams(queries, ids)
  return [
    ...(days > daysOfGrace ? [`it was paid ${Math.floor(days)} days ago`] : []),
    ...(begun > 0 ? [`${begun} exam${begun === 1 ? ' was' : 's were'} begun`] : []),
  ]
}

/** A delivered paper begins by itself, and its row shows this only after the next call. A failed exam is our fault. */
async function countBegunExams(queries: Queries, purchaseIds: string[]): Promise<number> {
  const beginsByItself = sql`${attempts.deliveredAt} <= now() - make_interval(secs => ${startAfterDeliverySeconds})`
  const [counted] = await queries
    .select({ begun: count() })
    .from(attempts)
    .where(
      and(
        inArray(attempts.purchaseId, purchaseIds),
        eq(attempts.mode, 'exam'),
        ne(attempts.state, 'failed'),
        or(isNotNull(attempts.startedAt), beginsByItself),
      ),
    )
  return counted!.begun
}
