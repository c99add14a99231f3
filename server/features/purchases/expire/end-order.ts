import { eq, sql } from 'drizzle-orm'
import type { Queries } from '../../../db/connect.ts'
import { orders, purchases } from '../../../db/schema/purchases.ts'

/**
 * Ends an order and its lines, so that the tests can be ordered again. A refunded order is asked about no more, unless it had
 * several checkouts: another of them may be paid yet. The caller holds the order.
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

/** Also for an order that was never asked about: all that we heard of its payment is that it went back. */
const whereSeveralCheckouts = sql`case when jsonb_array_length(coalesce(${orders.checkout}->'earlier', '[]')) > 0
  then coalesce(${orders.askAt}, now() + interval '1 day') end`
