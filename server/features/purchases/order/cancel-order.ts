import { eq, or } from 'drizzle-orm'
import { purchases } from '../../../db/schema/purchases.ts'
import type { Services } from '../../../services.ts'
import { holdAccount } from '../../auth/hold-account.ts'
import { closeCheckoutSoon } from '../expire/close-checkout.ts'
import { heldMoneyOf, moneyHeld } from '../books/held-money.ts'
import { holdOrder } from '../held-order.ts'
import { setStatus } from '../expire/set-status.ts'

/**
 * Drops an order that waits for payment or was declined, by its id or that of a line, and has its checkout closed
 * where the provider can. Money that comes by it anyway opens it, or is returned. One that is paid or over stays as it
 * is. Throws 409 `money_held` while a bank holds its money or is at work on its payment.
 */
export async function cancelOrder(
  { db, jobs }: Pick<Services, 'db' | 'jobs'>,
  id: string,
  userId: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    await holdAccount(tx, userId)
    const [line] = await tx
      .select({ orderId: purchases.orderId })
      .from(purchases)
      .where(or(eq(purchases.id, id), eq(purchases.orderId, id)))
      .limit(1)
    const held = line === undefined ? null : await holdOrder(tx, line.orderId)
    if (held === null || (held.order.status !== 'pending' && held.order.status !== 'failed')) return
    if (heldMoneyOf(held.order).length > 0) throw moneyHeld(held.order, held.order.title ?? held.lines[0]!.cardTitle)
    await setStatus(tx, held.order, 'expired')
    await closeCheckoutSoon(tx, { jobs }, held.order)
  })
}
