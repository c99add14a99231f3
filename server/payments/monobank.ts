import * as z from 'zod/mini'
import { askProvider } from './ask-provider.ts'
import { createMonobankSignature } from './monobank-signature.ts'
import { type PaymentEvent, PaymentForged, type PaymentProvider, PaymentUnavailable } from './payment-provider.ts'

export interface MonobankSettings {
  token: string
  apiUrl?: string | undefined
  /** Where people reach us, without a slash at the end. */
  publicOrigin: () => string
}

/** ISO 4217: the hryvnia. */
const hryvniaCode = 980
const checkoutSeconds = 24 * 3600

/** monobank plata: invoices, a webhook signed by ECDSA over its raw body, status and cancellation. */
export function createMonobank({
  token,
  apiUrl = 'https://api.monobank.ua',
  publicOrigin,
}: MonobankSettings): PaymentProvider {
  const headers = { 'X-Token': token, 'Content-Type': 'application/json' }
  const get = (path: string) => askProvider(`${apiUrl}${path}`, { headers })
  const post = (path: string, body: object) =>
    askProvider(`${apiUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const isSigned = createMonobankSignature(() => get('/api/merchant/pubkey'))

  return {
    name: 'monobank',
    statusEverySeconds: 5,

    async openCheckout(order) {
      const reply = await post('/api/merchant/invoice/create', {
        amount: order.amount,
        ccy: hryvniaCode,
        merchantPaymInfo: { reference: order.id, destination: order.description },
        redirectUrl: `${publicOrigin()}/purchases?order=${order.id}`,
        webHookUrl: `${publicOrigin()}/api/payments/monobank/callback/`,
        validity: checkoutSeconds,
        paymentType: 'debit',
      })
      const invoice = Created.safeParse(reply)
      if (!invoice.success) throw new PaymentUnavailable('monobank described no invoice')
      const { invoiceId, pageUrl } = invoice.data
      return {
        form: { provider: 'monobank', method: 'GET', url: pageUrl, fields: {} },
        reference: invoiceId,
        expiresAt: new Date(Date.now() + checkoutSeconds * 1000),
      }
    },

    async readCallback(rawBody, { 'x-sign': signature }) {
      if (typeof signature !== 'string' || !(await isSigned(rawBody, signature))) {
        throw new PaymentForged('the signature does not hold')
      }
      return readInvoice(parseJson(rawBody))
    },

    async askStatus({ reference }) {
      return readInvoice(await get(`/api/merchant/invoice/status?invoiceId=${encodeURIComponent(reference)}`))
    },

    async refund(_order, { paymentId, amount }) {
      // extRef makes a repeated call the same cancellation.
      await post('/api/merchant/invoice/cancel', { invoiceId: paymentId, extRef: `refund-${paymentId}`, amount })
    },
  }
}

const Created = z.object({ invoiceId: z.string(), pageUrl: z.string() })
const Invoice = z.object({
  invoiceId: z.string(),
  status: z.string(),
  amount: z.number(),
  finalAmount: z.optional(z.number()),
  ccy: z.number(),
  reference: z.string(),
})

const outcomes: Record<string, PaymentEvent['outcome']> = {
  success: 'paid',
  failure: 'failed',
  expired: 'failed',
  reversed: 'refunded',
}

function readInvoice(body: unknown): PaymentEvent {
  const parsed = Invoice.safeParse(body)
  if (!parsed.success) throw new PaymentForged('the body describes no invoice')
  const { invoiceId, status, amount, finalAmount, ccy, reference } = parsed.data
  const outcome = Object.hasOwn(outcomes, status) ? outcomes[status]! : 'pending'
  return {
    orderId: reference,
    reference: invoiceId,
    paymentId: invoiceId,
    outcome,
    // After a partial return `finalAmount` is what the shop keeps.
    amount: outcome === 'refunded' ? amount - (finalAmount ?? 0) : amount,
    currency: ccy === hryvniaCode ? 'UAH' : String(ccy),
    status,
  }
}

function parseJson(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString('utf8'))
  } catch (error) {
    throw new PaymentForged('the body is no JSON', { cause: error })
  }
}
