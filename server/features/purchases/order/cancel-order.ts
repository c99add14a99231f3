import { eq, or } from 'drizzle-orm'
import { purchases } from '../../../db/schema/purchases.ts'
import type { Services } from '../../../services.ts'
import { lockAccountShared } from '../../auth/lock-account.ts'
import { closeCheckoutSoon } from '../expire/close-checkout.ts'
import { withheldMoneyOf, moneyWithheld } from '../books/withheld-money.ts'
import { lockOrder } from '../locked-order.ts'
import { endOrder } from '../expire/end-order.ts'

/**
 * Ends an order that waits for payment or was declined, by its id or that of a line, and has its checkout closed if the provider
 * can. Money that still comes by that checkout opens the order, or is returned. A paid or ended order stays as it is. Throws 409
 * `money_held` while a bank withholds its money or checks its payment.
 */
export async function cancelOrder(
  { db, jobs }: Pick<Services, 'db' | 'jobs'>,
  id: string,
  userId: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockAccountShared(tx, userId)
    const [line] = await tx
      .select({ orderId: purchases.orderId })
      .from(purchases)
      .where(or(eq(purchases.id, id), eq(purchases.orderId, id)))
      .limit(1)
    const locked = line === undefined ? null : await lockOrder(tx, line.orderId)
    if (locked === null || (locked.order.status !== 'pending' && locked.order.status !== 'failed')) return
    if (withheldMoneyOf(locked.order).length > 0)
      throw moneyWithheld(locked.order, locked.order.title ?? locked.lines[0]!.cardTitle)
    await endOrder(tx, locked.order, 'expired')
    await closeCheckoutSoon(tx, { jobs }, locked.order)
  })
}
