import { Failure } from '../../../failure.ts'
import { type PaymentProvider, PaymentUnavailable } from '../../../payments/payment-provider.ts'
import type { Services } from '../../../services.ts'
import type { OrderRow, StoredCheckout } from '../purchase-now.ts'

/**
 * Asks the provider to open a payment of this order, for what `title` names; writes nothing. `checkoutNumber` counts from 1
 * and distinguishes the checkouts of one order. Takes as long as the provider does: never call it within a transaction. Throws
 * 503 `overloaded` while the provider is unavailable.
 */
export async function askForCheckout(
  { log }: Pick<Services, 'log'>,
  provider: PaymentProvider,
  { id, price, currency, bundleId }: OrderRow,
  title: string,
  checkoutNumber: number,
): Promise<{ checkout: StoredCheckout; checkoutExpiresAt: Date }> {
  try {
    const { form, reference, expiresAt } = await provider.openCheckout({
      id,
      amount: price,
      currency,
      description: `${title}: ${bundleId === null ? 'доступ до тесту' : 'доступ до тестів'}`,
      checkoutNumber,
    })
    return { checkout: { form, reference }, checkoutExpiresAt: expiresAt }
  } catch (error) {
    if (!(error instanceof PaymentUnavailable)) throw error
    log.error({ err: error }, 'the payment provider is away')
    throw new Failure(
      503,
      'overloaded',
      'Платіжний сервіс зараз не відповідає. Замовлення збережено, спробуйте за хвилину.',
      {
        retryAfterSeconds: 30,
      },
    )
  }
}
