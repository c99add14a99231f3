import { asc, eq } from 'drizzle-orm'
import type { OrderLine, Purchase } from '#contract/purchase.ts'
import type { Queries } from '../../../db/connect.ts'
import { purchases } from '../../../db/schema/purchases.ts'
import { slugOfBundle } from '../../catalog/bundles.ts'
import { isBeingChecked, isMoneyTaken } from '../books/withheld-money.ts'
import { canBePaidAgain } from '../pay/pay-again.ts'
import type { OrderedPurchase } from '../expire/purchase-in-use.ts'
import { type PurchaseNow, purchaseNowColumns, storedCheckout } from '../purchase-now.ts'

/** A purchase of the test `slug` as its owner sees it, or a bundle's whole order. It has a checkout only while it can be paid. */
export async function presentPurchase(
  queries: Queries,
  ordered: OrderedPurchase & { slug: string },
  provider: string,
): Promise<Purchase> {
  const { purchase, order, slug, checkoutIsOver } = ordered
  const isHeld = isMoneyTaken(order) && isUnpaid(order.status)
  const status = isHeld ? 'pending' : statusOf(ordered)
  const canBePaid = status === 'pending' && order.held === null && !checkoutIsOver
  const seen = {
    purchase_id: purchase.id,
    status,
    test_id: purchase.testId,
    purchase_card_title: purchase.cardTitle,
    price: purchase.price,
    currency: purchase.currency,
    expiration_date: purchase.expiresAt?.toISOString() ?? null,
    checkout: canBePaid ? (storedCheckout(order)?.form ?? null) : null,
    test_slug: slug,
    can_pay_again: canBePaidAgain(ordered, provider),
    money_held: isHeld,
    payment_checking: order.status === 'pending' && isBeingChecked(order),
  }
  if (order.bundleId === null) return seen
  return {
    ...seen,
    purchase_id: order.id,
    status: isHeld ? 'pending' : (order.status as Purchase['status']),
    purchase_card_title: order.title ?? purchase.cardTitle,
    price: order.price,
    test_slug: null,
    bundle_slug: await slugOfBundle(queries, order.bundleId),
    lines: await linesOf(queries, order.id),
  }
}

/** Whether such an order has opened nothing so far. It may be given up before its bank says that it has the money. */
const isUnpaid = (status: string) => status === 'pending' || status === 'failed' || status === 'expired'

function statusOf({ purchase, isOver }: PurchaseNow): Purchase['status'] {
  return purchase.status === 'paid' && isOver ? 'expired' : (purchase.status as Purchase['status'])
}

async function linesOf(queries: Queries, orderId: string): Promise<OrderLine[]> {
  const lines = await queries
    .select(purchaseNowColumns)
    .from(purchases)
    .where(eq(purchases.orderId, orderId))
    .orderBy(asc(purchases.position))
  return lines.map((line) => ({
    purchase_id: line.purchase.id,
    status: statusOf(line),
    test_id: line.purchase.testId,
    title: line.purchase.cardTitle,
    price: line.purchase.price,
  }))
}
