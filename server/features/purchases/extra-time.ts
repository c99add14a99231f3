import { and, eq, sql } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { purchases } from '../../db/schema/purchases.ts'
import { type PurchaseNow, purchaseNowColumns } from './purchase-now.ts'

/** The purchase that can be used for exams; earlier ones have none left. */
const isInUse = sql`${purchases.live} and not ${purchases.superseded}`

/** Locks a person's purchase of a test that is in use, as `AccessOptions.lock`. It may have expired. */
export async function lockPurchaseInUse(tx: Queries, userId: string, testId: string): Promise<PurchaseNow | undefined> {
  const [locked] = await tx
    .select(purchaseNowColumns)
    .from(purchases)
    .where(and(eq(purchases.userId, userId), eq(purchases.testId, testId), isInUse))
    .for('no key update')
  return locked
}

/** Sets the factor for the duration of exams that are opened from now on. The caller has locked the purchase. */
export async function setExtraTimeFactor(tx: Queries, purchaseId: string, extraTimeFactor: number): Promise<void> {
  await tx.update(purchases).set({ extraTimeFactor }).where(eq(purchases.id, purchaseId))
}
