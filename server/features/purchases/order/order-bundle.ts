import { and, eq } from 'drizzle-orm'
import type { ShownPrice } from '#contract/purchase.ts'
import type { Queries } from '../../../db/connect.ts'
import { orders, purchases } from '../../../db/schema/purchases.ts'
import { Failure } from '../../../failure.ts'
import type { PaymentProvider } from '../../../payments/payment-provider.ts'
import type { Services } from '../../../services.ts'
import { lockAccountShared } from '../../auth/lock-account.ts'
import { type BundleOnSale, requireBundle, restOf } from '../../catalog/bundles.ts'
import type { TestRow } from '../../catalog/present-test.ts'
import { closeCheckoutSoon } from '../expire/close-checkout.ts'
import { withheldMoneyOf, moneyWithheld } from '../books/withheld-money.ts'
import { letGoIfOutdated, requireShown } from './offered-price.ts'
import { lockOrders } from '../order-lock.ts'
import { keyOfAnotherOrder, openCheckout, placeOrder } from './place-order.ts'
import { priceByPromo } from './promo-price.ts'
import { findInUse, supersede } from '../expire/purchase-in-use.ts'
import { ownershipBy } from '../owned-now.ts'
import { orderNowColumns, type OrderNow } from '../purchase-now.ts'
import { endOrder } from '../expire/end-order.ts'
import { settleOrder } from '../pay/settle-order.ts'

interface BundleRequest {
  userId: string
  /** Id or slug. */
  bundleId: string
  idempotencyKey: string
  /** Only the missing tests, for the difference. */
  onlyRest?: boolean
  promoCode?: string | undefined
  /** The price on the button. */
  shown?: ShownPrice
}

/**
 * Finds or makes a person's order of a bundle: the one that this key made before, else the one that waits for payment, else a
 * new one with a line for each test (with `onlyRest`: for each missing test, for the difference). A waiting order that would
 * cost more than the bundle does now is dropped, and so are waiting orders of its tests. Returns the order's id. Throws 404
 * for an unknown bundle, 409 `bundle_overlaps` while one of its tests is owned with exams left, `money_held` while a bank
 * withholds the money of one, `price_changed` if it would cost more than was shown or its rest is not offered,
 * `idempotency_mismatch` for a key of another order, 429 `too_many_orders` as `placeOrder`, 503 without the provider.
 */
export async function orderBundle(
  services: Services,
  provider: PaymentProvider,
  { userId, bundleId, idempotencyKey, onlyRest = false, promoCode, shown = {} }: BundleRequest,
): Promise<string> {
  const { bundle, tests } = await requireBundle(services.db, bundleId)
  const before = await findOrder(services.db, userId, bundle.id, idempotencyKey)
  if (before?.order.status === 'pending') await settleOrder(services, provider, before)

  const order = await services.db.transaction(async (tx) => {
    await lockAccountShared(tx, userId)
    await lockOrders(
      tx,
      userId,
      tests.map(({ id }) => id),
    )
    // Once more: the bundle may have changed while the provider was asked.
    const onSale = await requireBundle(tx, bundle.id)
    const known = await findOrder(tx, userId, bundle.id, idempotencyKey)
    if (known !== undefined && known.order.status !== 'pending') return known.order
    const sold = onlyRest ? await requireRest(tx, services, userId, onSale) : onSale
    const wanted = { ...sold.bundle, tests: sold.tests, isBundle: true }
    const promo =
      promoCode === undefined ? undefined : await priceByPromo(tx, promoCode, wanted, { userId, isOrder: true })
    const offer = { ...sold.bundle, tests: sold.tests, ...(promo && { price: promo.price }) }
    if (known !== undefined && !(await letGoIfOutdated(tx, services, known.order, offer))) {
      const { order: before } = known
      if (withheldMoneyOf(before).length === 0) requireShown(shown, { ...before, title: sold.bundle.title })
      return before
    }
    requireShown(shown, offer)
    await makeRoom(tx, services, userId, sold.tests)
    return (await placeOrder(tx, services, provider, { ...sold, userId, idempotencyKey, ...(promo && { promo }) }))
      .order
  })
  if (order.status === 'pending' && order.checkout === null) {
    await openCheckout(services, provider, order, order.title ?? bundle.title)
  }
  return order.id
}

/** The rest of a bundle, as a bundle. Throws 409 `price_changed` if it is not offered any more: pages read the shop again. */
async function requireRest(tx: Queries, { examUse }: Services, userId: string, onSale: BundleOnSale) {
  const ids = onSale.tests.map(({ id }) => id)
  const rest = restOf(onSale, await ownershipBy(examUse).findOwned(tx, userId, ids))
  if (rest === null) {
    throw new Failure(
      409,
      'price_changed',
      `Решту комплекту «${onSale.bundle.title}» вже не можна додати за різницю. Оновіть сторінку: вона покаже, що й за скільки можна купити.`,
    )
  }
  return { bundle: { ...onSale.bundle, title: `${onSale.bundle.title}: решта`, price: rest.price }, tests: rest.tests }
}

/** The order that this key made, else this bundle's that waits for payment. */
async function findOrder(
  queries: Queries,
  userId: string,
  bundleId: string,
  idempotencyKey: string,
): Promise<OrderNow | undefined> {
  const ofKey = and(eq(orders.userId, userId), eq(orders.idempotencyKey, idempotencyKey))
  const [byKey] = await queries.select(orderNowColumns).from(orders).where(ofKey)
  if (byKey !== undefined && byKey.order.bundleId !== bundleId) throw keyOfAnotherOrder()
  if (byKey !== undefined) return byKey
  const [waiting] = await queries
    .select(orderNowColumns)
    .from(purchases)
    .innerJoin(orders, eq(orders.id, purchases.orderId))
    .where(
      and(eq(purchases.userId, userId), purchases.live, eq(orders.status, 'pending'), eq(orders.bundleId, bundleId)),
    )
    .limit(1)
  return waiting
}

/** Frees the place of each test, or throws and leaves all as it was: nothing is sold twice. */
async function makeRoom(tx: Queries, services: Services, userId: string, tests: readonly TestRow[]): Promise<void> {
  for (const test of tests) {
    const inUse = await findInUse(tx, userId, test.id)
    if (inUse === undefined) continue
    if (inUse.order.status === 'pending') {
      if (withheldMoneyOf(inUse.order).length > 0) throw moneyWithheld(inUse.order, inUse.purchase.cardTitle)
      await endOrder(tx, inUse.order, 'expired')
      await closeCheckoutSoon(tx, services, inUse.order)
    } else if (!(await supersede(tx, services, inUse))) throw overlaps(test)
  }
}

const overlaps = ({ title }: TestRow) =>
  new Failure(
    409,
    'bundle_overlaps',
    `«${title}» уже ваш, і екзамени в ньому ще є. Того самого тесту двічі не продаємо. Інші тести комплекту можна купити окремо.`,
  )
