import { eq, sql } from 'drizzle-orm'
import type { Queries } from '../../../db/connect.ts'
import { orders, purchases } from '../../../db/schema/purchases.ts'

/**
 * Ends an order and its lines, so that the tests can be ordered again. The provider is not asked about a refunded order again,
 * unless it had several checkouts: another may still be paid. The caller has locked the order.
 */
export async function endOrder(
  tx: Queries,
  { id }: { id: string },
  status: 'failed' | 'expired' | 'refunded',
): Promise<void> {
  await tx
    .update(orders)
    .set({ status, ...(status === 'refunded' && { askAt: whereSeveralCheckouts }) })
    .where(eq(orders.id, id))
  await tx.update(purchases).set({ status, live: false }).where(eq(purchases.orderId, id))
}

/** Sets a time to ask also for an order that had none: we heard only that its payment went back. */
const whereSeveralCheckouts = sql`case when jsonb_array_length(coalesce(${orders.checkout}->'earlier', '[]')) > 0
  then coalesce(${orders.askAt}, now() + interval '1 day') end`
