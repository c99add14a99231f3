import { and, eq } from 'drizzle-orm'
import type { ShownPrice } from '#contract/purchase.ts'
import type { Queries } from '../../../db/connect.ts'
import { orders, purchases } from '../../../db/schema/purchases.ts'
import type { PaymentProvider } from '../../../payments/payment-provider.ts'
import type { Services } from '../../../services.ts'
import { lockAccountShared } from '../../auth/lock-account.ts'
import { requireTest } from '../../catalog/find-test.ts'
import { replaceInUse } from '../expire/replace-in-use.ts'
import { withheldMoneyOf } from '../books/withheld-money.ts'
import { letGoIfOutdated, type Offer, requireShown } from './offered-price.ts'
import { lockOrders } from '../order-lock.ts'
import { keyOfAnotherOrder, openCheckout, placeOrder } from './place-order.ts'
import { priceByPromo } from './promo-price.ts'
import { findInUse, type OrderedPurchase } from '../expire/purchase-in-use.ts'
import { orderNowColumns, purchaseNowColumns } from '../purchase-now.ts'
import { settleOrder } from '../pay/settle-order.ts'

interface OrderRequest {
  /** The price on the button. */
  shown?: ShownPrice
  userId: string
  /** Id or slug. */
  testId: string
  idempotencyKey: string
  promoCode?: string | undefined
}

/**
 * Finds or makes a person's order of a test: the one that this key made before, else the one in use (to be paid, or paid with
 * exams left), else a new one, also if a paid one exists whose exams are used up. A waiting order that would cost more than the
 * test does now is dropped. A free test is paid immediately. Returns the id of its purchase. Throws 409 `price_changed` if it
 * would cost more than was shown, 409 `promo_invalid`, 404 for an unknown test, 409 `idempotency_mismatch` for a key that
 * ordered another test, 429 `too_many_orders` as `placeOrder`, 503 while the payment provider is unavailable.
 */
export async function orderTest(
  services: Services,
  provider: PaymentProvider,
  { userId, testId, idempotencyKey, promoCode, shown = {} }: OrderRequest,
): Promise<string> {
  const test = await requireTest(services.db, testId)
  const before = await findOrdered(services.db, userId, test.id, idempotencyKey)
  if (before?.order.status === 'pending') await settleOrder(services, provider, before)

  const { order, purchase } = await services.db.transaction(async (tx) => {
    await lockAccountShared(tx, userId)
    await lockOrders(tx, userId, [test.id])
    // Once more: the test may have changed while the provider was asked.
    const onSale = await requireTest(tx, test.id)
    const known = await findOrdered(tx, userId, test.id, idempotencyKey)
    // A repeated press finds what its first one bought, also if that was the last use of the code.
    if (known?.isByKey && known.order.status !== 'pending') return known
    const wanted = { ...onSale, tests: [onSale], isBundle: false }
    const promo =
      promoCode === undefined ? undefined : await priceByPromo(tx, promoCode, wanted, { userId, isOrder: true })
    const offer = { ...onSale, tests: [onSale], ...(promo && { price: promo.price }) }
    if (known !== undefined && !(await makesWay(tx, services, known, offer))) {
      if (known.order.status === 'pending' && withheldMoneyOf(known.order).length === 0) {
        requireShown(shown, { ...known.order, title: onSale.title })
      }
      return known
    }
    requireShown(shown, offer)
    return placeOrder(tx, services, provider, { tests: [onSale], userId, idempotencyKey, ...(promo && { promo }) })
  })
  if (order.status === 'pending' && order.checkout === null) {
    await openCheckout(services, provider, order, purchase.cardTitle)
  }
  return purchase.id
}

/** Whether the earlier order makes way for a new one. An order of the same key does so only if it is outdated. */
async function makesWay(
  tx: Queries,
  services: Services,
  { isByKey, ...known }: KnownOrder,
  offer: Offer,
): Promise<boolean> {
  if (known.order.bundleId === null && (await letGoIfOutdated(tx, services, known.order, offer))) return true
  return !isByKey && replaceInUse(tx, services, known)
}

type KnownOrder = OrderedPurchase & { isByKey: boolean }

/** The order that this key made, else the one of this test that is in use. */
async function findOrdered(
  queries: Queries,
  userId: string,
  testId: string,
  idempotencyKey: string,
): Promise<KnownOrder | undefined> {
  const byKey = await findByKey(queries, userId, testId, idempotencyKey)
  const known = byKey ?? (await findInUse(queries, userId, testId))
  return known && { ...known, isByKey: byKey !== undefined }
}

async function findByKey(
  queries: Queries,
  userId: string,
  testId: string,
  idempotencyKey: string,
): Promise<OrderedPurchase | undefined> {
  const [row] = await queries
    .select({ ...purchaseNowColumns, ...orderNowColumns })
    .from(orders)
    .innerJoin(purchases, eq(purchases.orderId, orders.id))
    .where(and(eq(orders.userId, userId), eq(orders.idempotencyKey, idempotencyKey)))
    .orderBy(purchases.position)
    .limit(1)
  const isOfThisTest = row?.order.bundleId === null && row.purchase.testId === testId
  if (row !== undefined && !isOfThisTest) throw keyOfAnotherOrder()
  return row
}
