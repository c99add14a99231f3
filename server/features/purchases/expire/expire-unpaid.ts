import { and, eq } from 'drizzle-orm'
import { orders } from '../../../db/schema/purchases.ts'
import type { Services } from '../../../services.ts'
import { closeCheckoutSoon } from './close-checkout.ts'
import { withheldMoneyOf } from '../books/withheld-money.ts'
import { type OrderRow, referencesOf } from '../purchase-now.ts'
import { endOrder } from './end-order.ts'

/**
 * Drops an order, if it still waits for payment by the checkout that it was `seen` with, and has that closed: the test
 * can be ordered again. One that was opened again since stays open, and so does one whose money a bank holds.
 */
export async function expireUnpaid({ db, jobs }: Pick<Services, 'db' | 'jobs'>, seen: OrderRow): Promise<void> {
  await db.transaction(async (tx) => {
    const waiting = and(eq(orders.id, seen.id), eq(orders.status, 'pending'))
    const [order] = await tx.select().from(orders).where(waiting).for('update')
    if (order === undefined || referencesOf(order)[0] !== referencesOf(seen)[0]) return
    if (withheldMoneyOf(order).length > 0) return
    await endOrder(tx, order, 'expired')
    await closeCheckoutSoon(tx, { jobs }, order)
  })
}
