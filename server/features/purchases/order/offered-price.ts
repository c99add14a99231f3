import { eq } from 'drizzle-orm'
import type { ShownPrice } from '#contract/purchase.ts'
import type { Queries } from '../../../db/connect.ts'
import { orders, purchases } from '../../../db/schema/purchases.ts'
import { Failure } from '../../../failure.ts'
import type { Services } from '../../../services.ts'
import type { TestRow } from '../../catalog/present-test.ts'
import { closeCheckoutSoon } from '../expire/close-checkout.ts'
import { withheldMoneyOf } from '../books/withheld-money.ts'
import { purchaseColumns, type OrderRow } from '../purchase-now.ts'
import { asMoney } from '../books/receipt-letter.ts'
import { endOrder } from '../expire/end-order.ts'

/** What is on sale at this moment: tests, and what they cost together. */
export interface Offer {
  title: string
  /** In kopiykas. */
  price: number
  currency: string
  tests: readonly TestRow[]
}

/**
 * Drops an order that waits for payment where the shop offers by now what it does not: it would cost more than the
 * page says, be in another currency, or be of other tests and terms. One that is cheaper than the offer is kept. Its key
 * is free again. Returns whether it was dropped. The caller holds the orders of this person and tests.
 */
export async function letGoIfOutdated(
  tx: Queries,
  services: Pick<Services, 'jobs'>,
  order: OrderRow,
  offer: Offer,
): Promise<boolean> {
  if (order.status !== 'pending') return false
  const [present] = await tx.select().from(orders).where(eq(orders.id, order.id)).for('update')
  if (present?.status !== 'pending' || withheldMoneyOf(present).length > 0) return false
  const lines = await tx.select(purchaseColumns).from(purchases).where(eq(purchases.orderId, order.id))
  const isOfThese =
    lines.length === offer.tests.length &&
    offer.tests.every((test) =>
      lines.some(
        (line) =>
          line.testId === test.id &&
          line.examAttempts === test.examAttempts &&
          line.validityDays === test.validityDays &&
          line.durationMinutes === test.durationMinutes &&
          line.questionCount === test.questionCount,
      ),
    )
  if (isOfThese && present.price <= offer.price && present.currency === offer.currency) return false
  await endOrder(tx, present, 'expired')
  await tx.update(orders).set({ idempotencyKey: present.id }).where(eq(orders.id, present.id))
  await closeCheckoutSoon(tx, services, present)
  return true
}

/** Throws 409 `price_changed` for who was shown less than this, or another currency; nobody pays more than the button said. */
export function requireShown({ shown_price, shown_currency }: ShownPrice, asked: Omit<Offer, 'tests'>): void {
  const { title, price, currency } = asked
  const isMore = shown_price !== undefined && price > shown_price
  const isOther = shown_currency !== undefined && currency !== shown_currency && price > 0
  if (!isMore && !isOther) return
  // As the page writes it: its card says the same number right above.
  const now = asMoney(price, currency, price % 100 === 0 ? 0 : 2)
  throw new Failure(
    409,
    'price_changed',
    `Ціна змінилася: «${title}» тепер коштує ${now}. Перевірте її й натисніть ще раз.`,
  )
}
