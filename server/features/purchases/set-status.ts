import { eq } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { orders, purchases } from '../../db/schema/purchases.ts'

/** Ends an order and all of its lines: it keeps nobody from ordering again. The caller holds the order. */
export async function setStatus(
  tx: Queries,
  { id }: { id: string },
  status: 'failed' | 'expired' | 'refunded',
): Promise<void> {
  await tx
    .update(orders)
    .set({ status, ...(status === 'refunded' && { askAt: null }) })
    .where(eq(orders.id, id))
  await tx.update(purchases).set({ status, live: false }).where(eq(purchases.orderId, id))
}
