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

/** An offer of the shop at this moment: tests, and their price together. */
export interface Offer {
  title: string
  /** In kopiykas. */
  price: number
  currency: string
  tests: readonly TestRow[]
}

/**
 * Ends an order that waits for payment if the shop's offer has changed: the order costs more, is in another currency, or is of
 * other tests or terms. A cheaper order is kept. Frees its key. Returns whether it was ended. The caller has locked these orders.
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

/** Throws 409 `price_changed` if less or another currency was shown: nobody pays more than the button said. */
export function requireShown({ shown_price, shown_currency }: ShownPrice, asked: Omit<Offer, 'tests'>): void {
  const { title, price, currency } = asked
  const isMore = shown_price !== undefined && price > shown_price
  const isOther = shown_currency !== undefined && currency !== shown_currency && price > 0
  if (!isMore && !isOther) return
  // As the page writes it: its card has the same number right above.
  const now = asMoney(price, currency, price % 100 === 0 ? 0 : 2)
  throw new Failure(
    409,
    'price_changed',
    `Ціна змінилася: «${title}» тепер коштує ${now}. Перевірте її й натисніть ще раз.`,
  )
}
