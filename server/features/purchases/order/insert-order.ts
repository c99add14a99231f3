import type { Queries } from '../../../db/connect.ts'
import { orders, purchases } from '../../../db/schema/purchases.ts'
import type { BundleOnSale } from '../../catalog/bundles.ts'
import type { TestRow } from '../../catalog/present-test.ts'
import { sharePrice } from '../../catalog/share-price.ts'
import { versionInForce } from '../../legal/newest-legal-text.ts'
import { type PlacedOrder, purchaseColumns } from '../purchase-now.ts'
import type { PromoPrice } from './promo-price.ts'

export interface NewOrder {
  /** One line each, all in one currency. */
  tests: readonly [TestRow, ...TestRow[]]
  /** The bundle whose price the tests share; absent: each test has its own price. */
  bundle?: BundleOnSale['bundle']
  /** The promo code that makes the price of all lines together; unset: none. */
  promo?: PromoPrice
  userId: string
  idempotencyKey: string
}

/**
 * Writes an order that waits for payment. Freezes price, title, terms and the edition of the offer, and what an exam is made
 * of: duration, number of questions and blueprint. Undefined if this person's key has made an order before.
 */
export async function insertOrder(
  tx: Queries,
  provider: string,
  { tests, bundle, promo, userId, idempotencyKey }: NewOrder,
): Promise<PlacedOrder | undefined> {
  const id = crypto.randomUUID()
  const full = tests.map(({ price }) => price)
  const together = promo?.price ?? bundle?.price
  const prices = together === undefined ? full : sharePrice(together, full)
  const [order] = await tx
    .insert(orders)
    .values({
      id,
      userId,
      status: 'pending',
      bundleId: bundle?.id ?? null,
      title: bundle?.title ?? null,
      price: prices.reduce((sum, price) => sum + price, 0),
      currency: tests[0].currency,
      idempotencyKey,
      provider,
      offerVersion: (await versionInForce(tx, 'offer')) ?? null,
      promoCodeId: promo?.id ?? null,
    })
    .onConflictDoNothing({ target: [orders.userId, orders.idempotencyKey] })
    .returning()
  if (order === undefined) return undefined
  const lines = await tx
    .insert(purchases)
    .values(
      tests.map((test, position) => ({
        ...(tests.length === 1 && { id }),
        orderId: id,
        position,
        userId,
        testId: test.id,
        status: 'pending',
        live: true,
        cardTitle: test.title,
        price: prices[position]!,
        discount: test.price - prices[position]!,
        currency: test.currency,
        examAttempts: test.examAttempts,
        validityDays: test.validityDays,
        durationMinutes: test.durationMinutes,
        questionCount: test.questionCount,
        blueprint: test.blueprint,
      })),
    )
    .returning(purchaseColumns)
  return { order, lines }
}
