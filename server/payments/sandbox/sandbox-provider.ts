import { createHmac } from 'node:crypto'
import { toHryvnias } from '../hryvnias.ts'
import { readPayment, readSignedForm, referenceOf, type Sign, signMessage } from '../liqpay-message.ts'
import type { PaymentProvider } from '../payment-provider.ts'
import { outcomeOfWord } from '../status-words.ts'
import type { BankPayment, SandboxBank } from './sandbox-bank.ts'

export const checkoutPath = '/sandbox/checkout/'
const checkoutHours = 24

/** LiqPay's form of messages, signed by HMAC-SHA-256. */
export function sandboxSign(secret: string): Sign {
  return (data) => createHmac('sha256', secret).update(data).digest('base64')
}

/** The sandbox provider: the same interface and verified callback, no money. */
export function createSandbox(secret: string, bank: SandboxBank): PaymentProvider {
  const sign = sandboxSign(secret)
  return {
    name: 'sandbox',
    statusEverySeconds: 0,
    knowsReturnsByKey: true,

    async openCheckout(order) {
      const reference = referenceOf(order)
      const message = {
        order_id: reference,
        amount: toHryvnias(order.amount),
        currency: order.currency,
        description: order.description,
      }
      // No origin in the address: the person stays on the host name by which they came.
      const form = {
        provider: 'sandbox',
        method: 'POST' as const,
        url: checkoutPath,
        fields: signMessage(message, sign),
      }
      return { form, reference, expiresAt: new Date(Date.now() + checkoutHours * 3_600_000) }
    },

    async readCallback(rawBody) {
      return readPayment(readSignedForm(rawBody, sign), outcomeOf)
    },

    async askStatus({ reference }) {
      const payment = await bank.find(reference)
      return payment && readPayment(describePayment(payment), outcomeOf)
    },

    async refund({ reference }, { key, amount }) {
      await bank.giveBack(reference, { key, amount })
    },
  }
}

/** The bank's record as the message of its callback. */
export function describePayment({ payment_id, order_id, amount, currency, status, returned }: BankPayment) {
  const message = { action: 'pay', payment_id, order_id, status, amount: toHryvnias(amount), currency }
  return returned > 0 ? { ...message, refund_amount: toHryvnias(returned) } : message
}

/** LiqPay's words, and `created` for a page without a decision. */
const outcomeOf = (status: string) => (status === 'created' ? 'pending' : outcomeOfWord('liqpay', status))
