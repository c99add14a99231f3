import { and, eq } from 'drizzle-orm'
import { orders } from '../../../db/schema/purchases.ts'
import type { Services } from '../../../services.ts'
import { closeCheckoutSoon } from './close-checkout.ts'
import { isKeptByBank } from '../books/withheld-money.ts'
import { type OrderRow, referencesOf } from '../purchase-now.ts'
import { endOrder } from './end-order.ts'

/**
 * Ends an order if it still waits for payment by the checkout of `seen`, and has that checkout closed: the test can be ordered
 * again. An order that was opened again since stays open. So does an order whose money a bank withholds or checks
 * (`isKeptByBank`), unless another provider than ours, `provider`, opened it. Withheld money stays recorded, and money that comes
 * later opens the order or goes back.
 */
export async function expireUnpaid(
  { db, jobs }: Pick<Services, 'db' | 'jobs'>,
  seen: OrderRow,
  provider: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const waiting = and(eq(orders.id, seen.id), eq(orders.status, 'pending'))
    const [order] = await tx.select().from(orders).where(waiting).for('update')
    if (order === undefined || referencesOf(order)[0] !== referencesOf(seen)[0]) return
    // We never hear how an order of another provider ends. If it stayed, its payer could never buy the test.
    if (order.provider === provider && isKeptByBank(order)) return
    await endOrder(tx, order, 'expired')
    await closeCheckoutSoon(tx, { jobs }, order)
  })
}
