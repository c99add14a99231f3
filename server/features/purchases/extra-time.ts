import { and, eq, sql } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { purchases } from '../../db/schema/purchases.ts'
import { type PurchaseNow, purchaseNowColumns } from './purchase-now.ts'

/** The one that can be used for exams; what was bought before it has none left. */
const isInUse = sql`${purchases.live} and not ${purchases.superseded}`

/**
 * A person's purchase of a test that is in use, held until the transaction ends as an opening of its exam holds it (AccessOptions).
 * Its time may be over.
 */
export async function lockPurchaseInUse(tx: Queries, userId: string, testId: string): Promise<PurchaseNow | undefined> {
  const [locked] = await tx
    .select(purchaseNowColumns)
    .from(purchases)
    .where(and(eq(purchases.userId, userId), eq(purchases.testId, testId), isInUse))
    .for('no key update')
  return locked
}

/** Sets what the duration of its exams that are opened from now on is multiplied by. The caller holds it. */
export async function setExtraTimeFactor(tx: Queries, purchaseId: string, extraTimeFactor: number): Promise<void> {
  await tx.update(purchases).set({ extraTimeFactor }).where(eq(purchases.id, purchaseId))
}
