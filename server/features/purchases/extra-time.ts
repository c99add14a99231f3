import { and, eq, sql } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { purchases } from '../../db/schema/purchases.ts'
import { isUuid } from '../../db/uuid.ts'
import { type PurchaseNow, purchaseNowColumns } from './purchase-now.ts'

/** The purchase that can be used for exams; earlier ones have none left. */
const isInUse = sql`${purchases.live} and not ${purchases.superseded}`

/**
 * Locks a purchase that is in use, as `AccessOptions.lock`: the one of this id, or a person's of a test. It may have expired.
 * Undefined if there is none.
 */
export async function lockPurchaseInUse(
  tx: Queries,
  which: { userId: string; testId: string } | { id: string },
): Promise<PurchaseNow | undefined> {
  if ('id' in which && !isUuid(which.id)) return undefined
  const isIt =
    'id' in which
      ? eq(purchases.id, which.id)
      : and(eq(purchases.userId, which.userId), eq(purchases.testId, which.testId))
  const [locked] = await tx.select(purchaseNowColumns).from(purchases).where(and(isIt, isInUse)).for('no key update')
  return locked
}

/** Sets the factor for the duration of exams that are opened from now on. The caller has locked the purchase. */
export async function setExtraTimeFactor(tx: Queries, purchaseId: string, extraTimeFactor: number): Promise<void> {
  await tx.update(purchases).set({ extraTimeFactor }).where(eq(purchases.id, purchaseId))
}
