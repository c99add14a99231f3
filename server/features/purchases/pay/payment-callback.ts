import type { FastifyInstance } from 'fastify'
import { Failure } from '../../../failure.ts'
import { installRawForms } from '../../../payments/raw-forms.ts'
import { PaymentForged, type PaymentProvider, PaymentUnavailable } from '../../../payments/payment-provider.ts'
import type { Services } from '../../../services.ts'
import { recordPayment } from './record-payment.ts'

/** Takes the provider's signed reports, over the exact bytes. 200: recorded. 400: not ours to take. 503: please retry. */
export function registerPaymentCallback(app: FastifyInstance, services: Services, provider: PaymentProvider): void {
  const { callbacks: counted } = services.metrics
  app.register(async (callbacks) => {
    installRawForms(callbacks)
    callbacks.post<{ Body: Buffer | undefined }>(
      `/api/payments/${provider.name}/callback/`,
      { schema: { hide: true } },
      async ({ body, headers, log }) => {
        try {
          const event = await provider.readCallback(body ?? Buffer.alloc(0), headers)
          const recorded = await recordPayment(services, provider.name, event)
          counted.inc({ outcome: recorded === 'recorded' ? 'recorded' : 'fits_no_order' })
          if (recorded !== 'recorded') {
            log.warn({ recorded }, 'a signed payment callback fits no order')
            throw rejected()
          }
          return { status: 'accepted' }
        } catch (error) {
          if (error instanceof PaymentForged) {
            counted.inc({ outcome: 'forged' })
            log.warn({ reason: error.message }, 'a payment callback was refused')
            throw rejected()
          }
          if (error instanceof PaymentUnavailable) {
            counted.inc({ outcome: 'not_verified' })
            log.error({ err: error }, 'a payment callback could not be verified')
            throw new Failure(503, 'overloaded', 'Повідомлення про оплату зараз не можна перевірити.', {
              retryAfterSeconds: 30,
            })
          }
          throw error
        }
      },
    )
  })
}

const rejected = () => new Failure(400, 'payment_rejected', 'Повідомлення про оплату не прийнято.')
