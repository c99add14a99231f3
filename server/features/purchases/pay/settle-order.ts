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

/** When this process last asked a provider about an order: people poll every second or two, providers must not feel it. */
const askedAt = new Map<string, number>()
const mostRemembered = 10_000

/**
 * Updates an order that waits for payment, or was given up and may yet turn out to be paid. Asks the provider, in case the
 * callback was lost, and retires the order if its checkout can no longer be paid, or is another provider's, which we cannot ask.
 * A no-op if this process asked about it less than `everySeconds` ago, except before it retires an order. An unavailable provider
 * changes nothing. Returns 'away' if it is unavailable for other orders too, 'asked' if it was asked, else null.
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
  // While a bank withholds or checks its money, an order may wait for days, and its page is polled: no call is its last chance.
  const isItsLastChance = checkoutIsOver && order.status === 'pending' && order.held === null
  if (!isItsLastChance && !mayAsk(order.id, everySeconds)) return null
  // The questions run in parallel, as a silent provider takes 10 s. Answers are recorded in order, the present checkout first.
  const answers = await Promise.all(referencesOf(order).map((reference) => askOf(provider, order, reference)))
  const recorded: boolean[] = []
  for (const answer of answers) recorded.push(await record(services, provider, answer))
  // Without an answer about the present checkout an order is not retired either: the money may have come.
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

/** Asks about one checkout of an order. Never rejects. */
async function askOf(provider: PaymentProvider, order: OrderRow, reference: string): Promise<Answer> {
  try {
    return { event: await askStatus(provider, order, reference) }
  } catch (error) {
    return { event: null, error }
  }
}

/** Records what is new in an answer. Returns false for an error in place of an answer, or in recording it. */
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
