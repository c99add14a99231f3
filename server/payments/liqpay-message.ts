import { timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import { toKopiykas } from './hryvnias.ts'
import { type PaymentEvent, PaymentForged } from './payment-provider.ts'

export type Sign = (data: string) => string

/** The two form fields of LiqPay's protocol: base64 of JSON, and its signature. */
export function signMessage(message: object, sign: Sign): { data: string; signature: string } {
  const data = Buffer.from(JSON.stringify(message)).toString('base64')
  return { data, signature: sign(data) }
}

/** The JSON of a form `data=…&signature=…` whose signature holds. Throws PaymentForged. */
export function readSignedForm(rawBody: Buffer, sign: Sign): unknown {
  const form = new URLSearchParams(rawBody.toString('utf8'))
  const data = form.get('data') ?? ''
  if (!isSame(form.get('signature') ?? '', sign(data))) throw new PaymentForged('the signature does not hold')
  try {
    return JSON.parse(Buffer.from(data, 'base64').toString('utf8'))
  } catch (error) {
    throw new PaymentForged('the signed data are no JSON', { cause: error })
  }
}

function isSame(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** LiqPay's name for a checkout: the order's id, from the second on with its number, because LiqPay takes each name once. */
export function referenceOf({ id, checkoutNumber }: { id: string; checkoutNumber: number }): string {
  return checkoutNumber === 1 ? id : `${id}_${checkoutNumber}`
}

export function orderIdOf(reference: string): string {
  return reference.replace(/_\d+$/, '')
}

const PaymentMessage = z.object({
  order_id: z.string(),
  payment_id: z.union([z.string(), z.number()]),
  status: z.string(),
  amount: z.union([z.string(), z.number()]),
  currency: z.string(),
  /** The sum returned so far. Absent if nothing or everything was returned. */
  refund_amount: z.optional(z.union([z.string(), z.number()])),
})

/** A payment as LiqPay's callback and status call describe it. Throws PaymentForged for another form. */
export function readPayment(message: unknown, outcomeOf: (status: string) => PaymentEvent['outcome']): PaymentEvent {
  const parsed = PaymentMessage.safeParse(message)
  const amount = parsed.success ? toKopiykas(parsed.data.amount) : null
  if (!parsed.success || amount === null) throw new PaymentForged('the signed data describe no payment')
  const { order_id, payment_id, status, currency, refund_amount } = parsed.data
  const returned = refund_amount === undefined ? null : toKopiykas(refund_amount)
  return {
    orderId: orderIdOf(order_id),
    // LiqPay and the sandbox use the shop's own name for a payment.
    reference: order_id,
    paymentId: String(payment_id),
    outcome: outcomeOf(status),
    amount,
    ...(returned !== null && { returned }),
    currency,
    status,
  }
}
