import { eq } from 'drizzle-orm'
import { purchases } from '../../db/schema/purchases.ts'
import type { PaymentProvider } from '../../payments/payment-provider.ts'
import type { Services } from '../../services.ts'
import { type Standing, storedCheckout } from './purchase-standing.ts'
import { recordPayment } from './record-payment.ts'
import { letGo } from './retire-purchases.ts'

/** When this process last asked a provider of an order: people poll every second or two, providers must not feel it. */
const askedAt = new Map<string, number>()
const mostRemembered = 10_000

/**
 * Brings an order up to date that waits for payment, or was given up and may yet turn out to be paid: asks the provider,
 * in case the callback was lost, and retires the order when its checkout can no longer be paid, or is another provider's,
 * whose word we cannot hear. Does nothing when this process asked of it less than `everySeconds` ago. A provider that is
 * away changes nothing.
 */
export async function settleOrder(
  services: Services,
  provider: PaymentProvider,
  { purchase, checkoutIsOver }: Standing,
  everySeconds = provider.statusEverySeconds,
): Promise<void> {
  const checkout = storedCheckout(purchase)
  if (checkout === null) return
  if (purchase.provider !== provider.name) return letGo(services.db, eq(purchases.id, purchase.id))
  const isItsLastChance = checkoutIsOver && purchase.status === 'pending'
  if (!isItsLastChance && !mayAsk(purchase.id, everySeconds)) return
  try {
    const { id, price, currency, cardTitle } = purchase
    const order = { id, amount: price, currency, description: cardTitle, reference: checkout.reference }
    const event = await provider.askStatus(order)
    if (event !== null) await recordPayment(services, provider.name, event)
  } catch (error) {
    // Without the provider's word an order is not retired either: the money may have come.
    services.log.warn({ err: error }, 'the payment provider did not tell how an order stands')
    return
  }
  if (checkoutIsOver) await letGo(services.db, eq(purchases.id, purchase.id))
}

function mayAsk(purchaseId: string, everySeconds: number): boolean {
  const last = askedAt.get(purchaseId) ?? 0
  if (Date.now() - last < everySeconds * 1000) return false
  if (askedAt.size >= mostRemembered) askedAt.clear()
  askedAt.set(purchaseId, Date.now())
  return true
}
