import { Failure } from '../../../failure.ts'
import { type PaymentProvider, PaymentUnavailable } from '../../../payments/payment-provider.ts'
import type { Services } from '../../../services.ts'
import type { OrderRow, StoredCheckout } from '../purchase-now.ts'

/**
 * Has the provider open a payment of this order, for what `title` names; nothing is written. `checkoutNumber` counts
 * from 1 and tells the checkouts of one order apart. Takes as long as the provider does: never within a transaction.
 * Throws 503 `overloaded` while it is away.
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
