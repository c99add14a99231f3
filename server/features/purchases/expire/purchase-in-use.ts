import { and, eq, sql } from 'drizzle-orm'
import type { Queries } from '../../../db/connect.ts'
import { orders, purchases } from '../../../db/schema/purchases.ts'
import type { Services } from '../../../services.ts'
import { orderNowColumns, type OrderNow, type PurchaseNow, purchaseNowColumns } from '../purchase-now.ts'
import { findUsedUp } from '../used-up.ts'

export type OrderedPurchase = PurchaseNow & OrderNow

/** The purchase of this test that is in the way of another: to be paid, or paid and neither retired nor superseded. */
export async function findInUse(
  queries: Queries,
  userId: string,
  testId: string,
): Promise<OrderedPurchase | undefined> {
  const [row] = await queries
    .select({ ...purchaseNowColumns, ...orderNowColumns })
    .from(purchases)
    .innerJoin(orders, eq(orders.id, purchases.orderId))
    .where(
      and(eq(purchases.userId, userId), eq(purchases.testId, testId), purchases.live, sql`not ${purchases.superseded}`),
    )
  return row
}

/**
 * Frees the place of a purchase in use, if allowed: it has expired, or every exam that was paid for is used up and none is under
 * way. A free test is not given again before it expires. Returns whether the place is free now. The caller has locked the orders
 * of this person and test. Locks the purchase, so no exam starts on it meanwhile. An exam that is given back later stays its
 * owner's, besides the new purchase.
 */
export async function supersede(
  tx: Queries,
  { examUse }: Pick<Services, 'examUse'>,
  { purchase, isOver }: PurchaseNow,
): Promise<boolean> {
  if (purchase.status !== 'paid') return false
  if (isOver) {
    await tx.update(purchases).set({ live: false }).where(eq(purchases.id, purchase.id))
    return true
  }
  await tx.select({ id: purchases.id }).from(purchases).where(eq(purchases.id, purchase.id)).for('no key update')
  const usedUp = await findUsedUp(tx, [purchase.id], examUse)
  if (usedUp.get(purchase.id)?.canBuyAgain !== true) return false
  await tx.update(purchases).set({ superseded: true }).where(eq(purchases.id, purchase.id))
  return true
}
