import { eq } from 'drizzle-orm'
import type { Queries } from '../../../db/connect.ts'
import { orders } from '../../../db/schema/purchases.ts'
import type { PaymentProvider } from '../../../payments/payment-provider.ts'
import type { Services } from '../../../services.ts'
import { asProviderKnows, type OrderRow, storedCheckout } from '../purchase-now.ts'

/** Closes an ended order's checkout after this transaction, so that nobody pays by an old page for an order that buys nothing. */
export async function closeCheckoutSoon(
  tx: Queries,
  { jobs }: Pick<Services, 'jobs'>,
  order: Pick<OrderRow, 'id' | 'checkout' | 'checkoutExpiresAt'>,
): Promise<void> {
  const canBePaid =
    order.checkout !== null && (order.checkoutExpiresAt === null || order.checkoutExpiresAt > new Date())
  if (canBePaid) await jobs.add(tx, 'close-checkout', { order_id: order.id })
}

/** Closes an order's checkout, unless the order is live again. Money that came first is recorded. Throws PaymentUnavailable. */
export async function closeCheckout(
  { db }: Pick<Services, 'db'>,
  provider: PaymentProvider,
  id: string,
): Promise<void> {
  const [order] = await db.select().from(orders).where(eq(orders.id, id))
  if (order === undefined || order.provider !== provider.name || storedCheckout(order) === null) return
  if (order.status !== 'expired' && order.status !== 'failed') return
  await provider.closeCheckout?.(asProviderKnows(order))
}
