import {
  type PaymentEvent,
  type PaymentProvider,
  PaymentUnanswered,
  PaymentUnavailable,
} from '../../../payments/payment-provider.ts'
import type { Services } from '../../../services.ts'
import { expireUnpaid } from '../expire/expire-unpaid.ts'
import { askStatus } from '../ask-status.ts'
import { type OrderRow, type OrderNow, referencesOf, storedCheckout } from '../purchase-now.ts'
import { recordPayment } from './record-payment.ts'

/** When this process last asked a provider of an order: people poll every second or two, providers must not feel it. */
const askedAt = new Map<string, number>()
const mostRemembered = 10_000

/**
 * Brings an order up to date that waits for payment, or was given up and may yet turn out to be paid: asks the provider,
 * in case the callback was lost, and retires the order when its checkout can no longer be paid, or is another provider's,
 * that we cannot ask. Does nothing when this process asked of it less than `everySeconds` ago. A provider that is
 * away changes nothing. Returns 'away' where it is that for other orders too, 'asked' where it answered, else null.
 */
export async function settleOrder(
  services: Services,
  provider: PaymentProvider,
  { order, checkoutIsOver }: OrderNow,
  everySeconds = provider.statusEverySeconds,
): Promise<'asked' | 'away' | null> {
  if (storedCheckout(order) === null) return null
  if (order.provider !== provider.name) {
    await expireUnpaid(services, order, provider.name)
    return null
  }
  // Not while the bank holds its money or works on it: such an order may wait for days, and its page is polled.
  const isItsLastChance = checkoutIsOver && order.status === 'pending' && order.held === null
  if (!isItsLastChance && !mayAsk(order.id, everySeconds)) return null
  // Side by side, for a silent provider is waited for ten seconds each time; written down one after the other, the present one first.
  const answers = await Promise.all(referencesOf(order).map((reference) => askOf(provider, order, reference)))
  const recorded: boolean[] = []
  for (const answer of answers) recorded.push(await record(services, provider, answer))
  // Without the provider's answer about the present one an order is not retired either: the money may have come.
  if (recorded[0] === true && checkoutIsOver) await expireUnpaid(services, order, provider.name)
  const isAway = answers.some(
    ({ error }) => error instanceof PaymentUnavailable && !(error instanceof PaymentUnanswered),
  )
  return isAway ? 'away' : 'asked'
}

interface Answer {
  event: PaymentEvent | null
  error?: unknown
}

/** Asks of one checkout of an order. Never rejects. */
async function askOf(provider: PaymentProvider, order: OrderRow, reference: string): Promise<Answer> {
  try {
    return { event: await askStatus(provider, order, reference) }
  } catch (error) {
    return { event: null, error }
  }
}

/** Writes down what is new of an answer. Returns whether it was one. */
async function record(services: Services, provider: PaymentProvider, { event, error }: Answer): Promise<boolean> {
  const failed = (err: unknown) => {
    services.log.warn({ err }, 'the payment provider did not tell how an order stands')
    return false
  }
  if (error !== undefined) return failed(error)
  try {
    if (event !== null) await recordPayment(services, provider.name, event)
    return true
  } catch (failure) {
    return failed(failure)
  }
}

function mayAsk(orderId: string, everySeconds: number): boolean {
  const last = askedAt.get(orderId) ?? 0
  if (Date.now() - last < everySeconds * 1000) return false
  if (askedAt.size >= mostRemembered) askedAt.clear()
  askedAt.set(orderId, Date.now())
  return true
}
