import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { askProvider } from './ask-provider.ts'
import { toHryvnias } from './hryvnias.ts'
import { readPayment, readSignedForm, referenceOf, type Sign, signMessage } from './liqpay-message.ts'
import { type PaymentProvider, PaymentUnavailable, RefundDeclined } from './payment-provider.ts'
import { returnAddress } from './return-address.ts'
import { outcomeOfWord } from './status-words.ts'

export interface LiqpaySettings {
  publicKey: string
  privateKey: string
  /** Whether LiqPay's `sandbox` status, which moves no money, counts as paid; never in production. */
  acceptTestPayments: boolean
  apiUrl?: string | undefined
  /** The site's origin, without a final slash. */
  publicOrigin: () => string
}

const version = 3
const checkoutHours = 24

/** LiqPay by its API, version 3: checkout form, signed callback, status and refund by /api/request. */
export function createLiqpay(settings: LiqpaySettings): PaymentProvider {
  const { publicKey, privateKey, apiUrl = 'https://www.liqpay.ua', publicOrigin } = settings
  const sign: Sign = (data) =>
    createHash('sha1')
      .update(privateKey + data + privateKey)
      .digest('base64')
  const outcomeOf = (status: string) => {
    if (status === 'sandbox') return settings.acceptTestPayments ? 'paid' : 'pending'
    return outcomeOfWord('liqpay', status)
  }

  const request = (message: object) =>
    askProvider(`${apiUrl}/api/request`, {
      method: 'POST',
      body: new URLSearchParams(signMessage({ version, public_key: publicKey, ...message }, sign)),
    })

  return {
    name: 'liqpay',
    statusEverySeconds: 5,
    knowsReturnsByKey: false,

    async openCheckout(order) {
      const expiresAt = new Date(Date.now() + checkoutHours * 3_600_000)
      const reference = referenceOf(order)
      const message = {
        version,
        public_key: publicKey,
        action: 'pay',
        amount: toHryvnias(order.amount),
        currency: order.currency,
        description: order.description,
        order_id: reference,
        language: 'uk',
        // LiqPay reads it as UTC: «2025-03-05 10:00:00».
        expired_date: expiresAt.toISOString().slice(0, 19).replace('T', ' '),
        result_url: returnAddress(publicOrigin(), order.id),
        server_url: `${publicOrigin()}/api/payments/liqpay/callback/`,
      }
      const form = {
        provider: 'liqpay',
        method: 'POST' as const,
        url: `${apiUrl}/api/3/checkout`,
        fields: signMessage(message, sign),
      }
      return { form, reference, expiresAt }
    },

    async readCallback(rawBody) {
      return readPayment(readSignedForm(rawBody, sign), outcomeOf)
    },

    async askStatus({ reference }) {
      const reply = await request({ action: 'status', order_id: reference })
      return isUnknownOrder(reply) ? null : readPayment(reply, outcomeOf)
    },

    async refund({ reference }, { amount }) {
      const reply = Refund.safeParse(
        await request({ action: 'refund', order_id: reference, amount: toHryvnias(amount) }),
      )
      if (!reply.success) throw new PaymentUnavailable('LiqPay did not say what becomes of the refund')
      const { result, status, err_code, err_description } = reply.data
      // A refund whose reply was lost is requested again after some days; the payment may be reversed by then.
      if (status === 'reversed') return
      // Accepted but not made yet: `wait_reserve` waits for the shop's next income.
      const isUnderWay = status === 'processing' || status?.startsWith('wait_') === true
      if (result !== 'error' && isUnderWay) return
      if (result !== 'error' && status === undefined) {
        throw new PaymentUnavailable('LiqPay did not say what becomes of the refund')
      }
      throw new RefundDeclined(`LiqPay: ${err_code ?? status ?? 'error'} ${err_description ?? ''}`.trim())
    },
  }
}

const Refund = z.object({
  result: z.optional(z.string()),
  status: z.optional(z.string()),
  err_code: z.optional(z.string()),
  err_description: z.optional(z.string()),
})
const Refusal = z.object({ err_code: z.literal(['payment_not_found', 'order_not_found']) })

function isUnknownOrder(reply: unknown): boolean {
  return Refusal.safeParse(reply).success
}
