import { type PaymentEvent, PaymentForged, type PaymentProvider } from '../../payments/payment-provider.ts'
import { asProviderKnows, type OrderRow } from './purchase-now.ts'

/**
 * Asks the provider about one checkout of an order, by default its present one; null if the provider has not seen it. Throws
 * as the provider's `askStatus` does, and PaymentForged for a reply about another checkout: it says nothing of this order, and
 * nobody asked about the other one.
 */
export async function askStatus(
  provider: PaymentProvider,
  order: OrderRow,
  reference?: string,
): Promise<PaymentEvent | null> {
  const asked = asProviderKnows(order, reference)
  const event = await provider.askStatus(asked)
  if (event !== null && (event.reference !== asked.reference || event.orderId !== asked.id)) {
    throw new PaymentForged(`${provider.name} was asked about one payment and told of another`)
  }
  return event
}
