import { eq } from 'drizzle-orm'
import { orders, purchases } from '../../../db/schema/purchases.ts'
import { Failure } from '../../../failure.ts'
import { type PaymentProvider, PaymentUnavailable } from '../../../payments/payment-provider.ts'
import type { Services } from '../../../services.ts'
import { lockAccountShared } from '../../auth/lock-account.ts'
import { askForCheckout } from './ask-for-checkout.ts'
import { lockOrder } from '../locked-order.ts'
import { replaceInUse } from '../expire/replace-in-use.ts'
import { withheldMoneyOf } from '../books/withheld-money.ts'
import { findInUse, type OrderedPurchase } from '../expire/purchase-in-use.ts'
import { asProviderKnows, type OrderRow, type OrderNow, referencesOf, storedCheckout } from '../purchase-now.ts'

/** Checkouts of one order in all. After that the buyer has to order again. */
const mostCheckouts = 5

/**
 * Whether an order with a declined payment may be opened for payment again: within a day, while its price holds, at the same
 * provider, at most four times, and while no bank withholds money of it.
 */
export function canBePaidAgain({ order, isFresh }: OrderNow, provider: string): boolean {
  const isDeclined = order.status === 'failed' && storedCheckout(order) !== null
  return (
    isDeclined &&
    withheldMoneyOf(order).length === 0 &&
    isFresh &&
    order.provider === provider &&
    referencesOf(order).length < mostCheckouts
  )
}

/**
 * Opens an order with a declined payment for payment once more: the same order with its frozen price, and another checkout. The
 * order keeps the declined checkout: late money by it still opens the test, or is returned if the test is open by then.
 * Concurrent calls open the order once; an order that is open or paid already stays as it is. Returns the id of the purchase that
 * can be paid: that of a newer order of its test, if there is one that waits or has exams. Throws 409 `order_closed` if it cannot
 * be opened again, 503 while the provider is unavailable.
 */
export async function payAgain(
  services: Services,
  provider: PaymentProvider,
  declined: OrderedPurchase,
): Promise<string> {
  const { order, purchase } = declined
  if (order.status !== 'failed') return purchase.id
  if (!canBePaidAgain(declined, provider.name)) throw orderClosed()
  const before = referencesOf(order)
  const opened = await askForCheckout(services, provider, order, order.title ?? purchase.cardTitle, before.length + 1)
  const { reference } = opened.checkout
  const taken = await takeUp(services, declined, opened)
  const unused = taken === 'taken' ? before[0] : reference
  if (reference !== before[0]) await closeUnused(services, provider, order, unused)
  if (!(taken instanceof OrderedAgain)) return purchase.id
  // One of its tests was bought separately since: the rest is no bundle.
  if (order.bundleId !== null) throw orderClosed()
  return taken.purchaseId
}

/** Gives a declined order this checkout, unless another call was faster or its test was ordered again. */
async function takeUp(
  services: Services,
  { order }: OrderedPurchase,
  { checkout, checkoutExpiresAt }: Awaited<ReturnType<typeof askForCheckout>>,
): Promise<'taken' | 'late' | OrderedAgain> {
  const { id, userId } = order
  const [present, ...declined] = referencesOf(order)
  const taken = services.db.transaction(async (tx) => {
    await lockAccountShared(tx, userId)
    const locked = await lockOrder(tx, id)
    if (locked?.order.status !== 'failed' || referencesOf(locked.order)[0] !== present) return 'late'
    for (const line of locked.lines) {
      const other = await findInUse(tx, line.userId, line.testId)
      if (other !== undefined && !(await replaceInUse(tx, services, other))) throw new OrderedAgain(other.purchase.id)
    }
    const earlier = [...declined.toReversed(), present].filter((one) => one !== checkout.reference)
    await tx
      .update(orders)
      // A report about the declined payment says nothing of this one, whatever the provider's clock says.
      .set({ status: 'pending', checkout: { ...checkout, earlier }, checkoutExpiresAt, toldAt: null })
      .where(eq(orders.id, id))
    await tx.update(purchases).set({ status: 'pending', live: true }).where(eq(purchases.orderId, id))
    return 'taken'
  })
  // The error is thrown and caught, because the rollback restores purchases that were superseded on the way.
  return taken.catch((error: unknown) => {
    if (error instanceof OrderedAgain) return error
    throw error
  })
}

class OrderedAgain extends Error {
  override readonly name = 'OrderedAgain'
  readonly purchaseId: string

  constructor(purchaseId: string) {
    super('the test was ordered anew')
    this.purchaseId = purchaseId
  }
}

/** Closes a checkout that is not needed, so that nobody pays by two pages. If that fails, the second payment is returned. */
async function closeUnused(
  { log }: Services,
  provider: PaymentProvider,
  order: OrderRow,
  reference: string,
): Promise<void> {
  try {
    await provider.closeCheckout?.(asProviderKnows(order, reference))
  } catch (error) {
    if (!(error instanceof PaymentUnavailable)) throw error
    log.warn({ err: error, order: order.id }, 'a checkout that is not needed was not closed')
  }
}

const orderClosed = () =>
  new Failure(409, 'order_closed', 'Це замовлення вже не можна оплатити. Оформіть його ще раз на сторінці тесту.')
