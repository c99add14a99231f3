import { eq } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { orders, purchases } from '../../db/schema/purchases.ts'
import { isUuid } from '../../db/uuid.ts'
import { lockOrders } from './order-lock.ts'
import { type PlacedOrder, purchaseColumns } from './purchase-now.ts'

export interface LockedOrder extends PlacedOrder {
  /** The payer's account was erased: nobody can be notified, and nothing opened. */
  isErased: boolean
}

/** Locks an order and its lines until the transaction ends, in the lock order of `lockOrders`. Null for an unknown one. */
export async function lockOrder(tx: Queries, id: string): Promise<LockedOrder | null> {
  if (!isUuid(id)) return null
  const found = await tx
    .select({ payerId: orders.userId, testId: purchases.testId })
    .from(orders)
    .innerJoin(purchases, eq(purchases.orderId, orders.id))
    .where(eq(orders.id, id))
  if (found.length === 0) return null
  const { isErased } = await lockOrders(
    tx,
    found[0]!.payerId,
    found.map(({ testId }) => testId),
  )
  const [order] = await tx.select().from(orders).where(eq(orders.id, id)).for('update')
  if (order === undefined) return null
  await tx.select({ id: purchases.id }).from(purchases).where(eq(purchases.orderId, id)).for('update')
  return { order, lines: await linesOf(tx, id), isErased }
}

/** Reads the locked order again, after this transaction's changes. */
export async function asItIsNow(tx: Queries, locked: LockedOrder): Promise<LockedOrder> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, locked.order.id))
  return { ...locked, order: order!, lines: await linesOf(tx, locked.order.id) }
}

const linesOf = (tx: Queries, orderId: string) =>
  tx.select(purchaseColumns).from(purchases).where(eq(purchases.orderId, orderId)).orderBy(purchases.position)
