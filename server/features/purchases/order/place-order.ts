import { and, eq, isNull } from 'drizzle-orm'
import type { Queries } from '../../../db/connect.ts'
import { orders } from '../../../db/schema/purchases.ts'
import { Failure } from '../../../failure.ts'
import type { PaymentProvider } from '../../../payments/payment-provider.ts'
import type { Services } from '../../../services.ts'
import { askForCheckout } from '../pay/ask-for-checkout.ts'
import { insertOrder, type NewOrder } from './insert-order.ts'
import { appendMovement } from '../books/ledger.ts'
import { markPaid } from '../pay/mark-paid.ts'
import type { OrderRow } from '../purchase-now.ts'
import { requireUnpaidOrderLeft } from './unpaid-bound.ts'

/**
 * Writes an order for this key in the caller's transaction; a free one is paid immediately. Throws 409 `idempotency_mismatch` for
 * a key of another order, 429 `too_many_orders` beyond the orders that may stay unpaid in a day.
 */
export async function placeOrder(tx: Queries, services: Services, provider: PaymentProvider, order: NewOrder) {
  const isFree = order.promo?.price === 0 || order.tests.every(({ price }) => price === 0)
  if (!isFree) await requireUnpaidOrderLeft(tx, order.userId, services.config.limitFactor)
  const placed = await insertOrder(tx, isFree ? 'free' : provider.name, order)
  if (placed === undefined) throw keyOfAnotherOrder()
  const { id, currency } = placed.order
  if (isFree) {
    await appendMovement(tx, { orderId: id, kind: 'payment', amount: 0, currency, provider: 'free', paymentId: id })
    await markPaid(tx, services, placed)
  }
  return { order: { ...placed.order, status: isFree ? 'paid' : 'pending' }, purchase: placed.lines[0]! }
}

/**
 * Opens the payment outside any transaction, because the provider may take seconds; `title` is what is paid for. Of two
 * concurrent callers the first one's checkout holds, for both. An order saved while another provider was away becomes this one's.
 */
export async function openCheckout(
  services: Services,
  provider: PaymentProvider,
  order: OrderRow,
  title: string,
): Promise<void> {
  const opened = await askForCheckout(services, provider, order, title, 1)
  await services.db
    .update(orders)
    .set({ provider: provider.name, ...opened })
    .where(and(eq(orders.id, order.id), eq(orders.status, 'pending'), isNull(orders.checkout)))
}

export const keyOfAnotherOrder = () =>
  new Failure(
    409,
    'idempotency_mismatch',
    'Це замовлення вже оформлено інакше. Оновіть сторінку й спробуйте купити ще раз.',
  )
