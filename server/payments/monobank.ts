import * as z from 'zod/mini'
import { askProvider, tellProvider } from './ask-provider.ts'
import { createMonobankSignature } from './monobank-signature.ts'
import {
  type PaymentEvent,
  PaymentForged,
  type PaymentProvider,
  PaymentUnavailable,
  RefundDeclined,
} from './payment-provider.ts'
import { returnAddress } from './return-address.ts'
import { outcomeOfWord } from './status-words.ts'

export interface MonobankSettings {
  token: string
  apiUrl?: string | undefined
  /** The site's origin, without a final slash. */
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
  const posted = (body: object) => ({ method: 'POST', headers, body: JSON.stringify(body) })
  const post = (path: string, body: object) => askProvider(`${apiUrl}${path}`, posted(body))
  const isSigned = createMonobankSignature(() => get('/api/merchant/pubkey'))

  return {
    name: 'monobank',
    statusEverySeconds: 5,
    knowsReturnsByKey: true,

    async openCheckout(order) {
      const reply = await post('/api/merchant/invoice/create', {
        amount: order.amount,
        ccy: hryvniaCode,
        merchantPaymInfo: { reference: order.id, destination: order.description },
        redirectUrl: returnAddress(publicOrigin(), order.id),
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

    async refund(_order, { paymentId, amount, key }) {
      const reply = Cancelled.safeParse(
        await post('/api/merchant/invoice/cancel', { invoiceId: paymentId, extRef: key, amount }),
      )
      // 200 only says that the bank has understood.
      if (!reply.success) throw new PaymentUnavailable('monobank did not say what becomes of the refund')
      if (reply.data.status === 'failure') throw new RefundDeclined('monobank: failure')
    },

    async closeCheckout({ reference }) {
      await tellProvider(`${apiUrl}/api/merchant/invoice/remove`, posted({ invoiceId: reference }))
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
  modifiedDate: z.optional(z.string()),
  cancelList: z.optional(
    z.array(z.object({ status: z.string(), amount: z.optional(z.number()), extRef: z.optional(z.string()) })),
  ),
})
/** processing, success or failure; a failure comes with 200, too. */
const Cancelled = z.object({ status: z.string() })

function readInvoice(body: unknown): PaymentEvent {
  const parsed = Invoice.safeParse(body)
  if (!parsed.success) throw new PaymentForged('the body describes no invoice')
  const { invoiceId, status, amount, ccy, reference, modifiedDate, cancelList = [] } = parsed.data
  const outcome = outcomeOfWord('monobank', status)
  const changedAt = new Date(modifiedDate ?? Number.NaN)
  return {
    orderId: reference,
    reference: invoiceId,
    paymentId: invoiceId,
    outcome,
    amount,
    returned: returnedOf(parsed.data, outcome),
    currency: ccy === hryvniaCode ? 'UAH' : String(ccy),
    status,
    ...(!Number.isNaN(changedAt.getTime()) && { changedAt }),
    returns: cancelList.flatMap(({ extRef, status: ofReturn }) =>
      extRef === undefined ? [] : [{ key: extRef, status: returnStatus(ofReturn) }],
    ),
  }
}

/** The returned sum. After a partial return `success` stays and `finalAmount` is the rest; `cancelList` may know it earlier. */
function returnedOf({ amount, finalAmount, cancelList = [] }: z.output<typeof Invoice>, outcome: string): number {
  if (outcome !== 'paid' && outcome !== 'refunded') return 0
  const listed = cancelList
    .filter(({ status }) => status === 'success')
    .reduce((sum, one) => sum + (one.amount ?? 0), 0)
  const kept = finalAmount ?? (outcome === 'refunded' ? 0 : amount)
  return Math.min(amount, Math.max(amount - kept, listed))
}

function returnStatus(status: string): 'under way' | 'returned' | 'refused' {
  if (status === 'success') return 'returned'
  return status === 'failure' ? 'refused' : 'under way'
}

function parseJson(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString('utf8'))
  } catch (error) {
    throw new PaymentForged('the body is no JSON', { cause: error })
  }
}
