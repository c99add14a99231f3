import type { PaymentProvider } from '../../../payments/payment-provider.ts'
import type { Services } from '../../../services.ts'
import { expireUnpaid } from '../expire/expire-unpaid.ts'
import { asProviderKnows, type OrderRow, type OrderNow, referencesOf, storedCheckout } from '../purchase-now.ts'
import { recordPayment } from './record-payment.ts'

/** When this process last asked a provider of an order: people poll every second or two, providers must not feel it. */
const askedAt = new Map<string, number>()
const mostRemembered = 10_000

/**
 * Brings an order up to date that waits for payment, or was given up and may yet turn out to be paid: asks the provider,
 * in case the callback was lost, and retires the order when its checkout can no longer be paid, or is another provider's,
 * that we cannot ask. Does nothing when this process asked of it less than `everySeconds` ago. A provider that is
 * away changes nothing.
 */
export async function settleOrder(
  services: Services,
  provider: PaymentProvider,
  { order, checkoutIsOver }: OrderNow,
  everySeconds = provider.statusEverySeconds,
): Promise<void> {
  if (storedCheckout(order) === null) return
  if (order.provider !== provider.name) return expireUnpaid(services, order)
  // Not while the bank holds its money or works on it: such an order may wait for days, and its page is polled.
  const isItsLastChance = checkoutIsOver && order.status === 'pending' && order.held === null
  if (!isItsLastChance && !mayAsk(order.id, everySeconds)) return
  const [present, ...declined] = referencesOf(order)
  const isAnswered = await askOf(services, provider, order, present)
  for (const reference of declined) await askOf(services, provider, order, reference)
  // Without the provider's answer an order is not retired either: the money may have come.
  if (isAnswered && checkoutIsOver) await expireUnpaid(services, order)
}

/** Asks of one checkout of an order, and writes down what is new. Returns whether the provider answered. */
async function askOf(
  services: Services,
  provider: PaymentProvider,
  order: OrderRow,
  reference: string,
): Promise<boolean> {
  try {
    const event = await provider.askStatus(asProviderKnows(order, reference))
    if (event !== null) await recordPayment(services, provider.name, event)
    return true
  } catch (error) {
    services.log.warn({ err: error }, 'the payment provider did not tell how an order stands')
    return false
  }
}

function mayAsk(orderId: string, everySeconds: number): boolean {
  const last = askedAt.get(orderId) ?? 0
  if (Date.now() - last < everySeconds * 1000) return false
  if (askedAt.size >= mostRemembered) askedAt.clear()
  askedAt.set(orderId, Date.now())
  return true
}
