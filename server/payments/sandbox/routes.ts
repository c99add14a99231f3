import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import { startStep } from '../../db/start-step.ts'
import type { Services } from '../../services.ts'
import { toKopiykas } from '../hryvnias.ts'
import { orderIdOf, readSignedForm, type Sign, signMessage } from '../liqpay-message.ts'
import { PaymentForged } from '../payment-provider.ts'
import { installRawForms } from '../raw-forms.ts'
import { returnAddress } from '../return-address.ts'
import { checkoutPage, checkoutPolicy, refusalPage } from './checkout-page.ts'
import type { BankPayment, SandboxBank } from './sandbox-bank.ts'
import { checkoutPath, describePayment, sandboxSign } from './sandbox-provider.ts'

const OrderMessage = z.object({
  order_id: z.string(),
  amount: z.number(),
  currency: z.literal('UAH'),
  description: z.string(),
})

/** Pages of a third party. "pay" calls this server back. In the ordinary lane it would wait for places that such presses hold. */
const ofBank = { schema: { hide: true }, config: { waitsApart: true } }

/** The sandbox bank's two pages, only if the sandbox is the provider. */
export function registerSandbox(app: FastifyInstance, services: Services, secret: string, bank: SandboxBank): void {
  const sign = sandboxSign(secret)
  const callbackUrl = () => `${services.publicOrigin()}/api/payments/sandbox/callback/`

  const readOrder = (rawBody: Buffer) => OrderMessage.parse(readSignedForm(rawBody, sign))

  app.addHook('onReady', () => startStep(app.log, 'the records of the sandbox’s bank', () => bank.setUp()))
  app.register(async (pages) => {
    installRawForms(pages)
    pages.setErrorHandler((error, _request, reply) => {
      if (error instanceof PaymentForged || error instanceof z.core.$ZodError) {
        return sendPage(reply.code(400), refusalPage())
      }
      throw error
    })

    pages.post<{ Body: Buffer }>(checkoutPath, ofBank, async ({ body }, reply) => {
      const order = readOrder(body)
      await bank.open({ orderId: order.order_id, amount: toKopiykas(order.amount)!, currency: order.currency })
      const form = new URLSearchParams(body.toString('utf8'))
      const fields = { data: form.get('data')!, signature: form.get('signature')! }
      return sendPage(reply, checkoutPage({ ...order, fields }))
    })

    pages.post<{ Body: Buffer }>('/sandbox/decision/', ofBank, async ({ body, log }, reply) => {
      const order = readOrder(body)
      const decision = new URLSearchParams(body.toString('utf8')).get('decision')
      if (decision === 'pay' || decision === 'decline') {
        await bank.open({ orderId: order.order_id, amount: toKopiykas(order.amount)!, currency: order.currency })
        const payment = await bank.decide(order.order_id, decision === 'pay' ? 'success' : 'failure')
        await callBack(callbackUrl(), payment, sign, log)
      }
      return reply.redirect(returnAddress('', encodeURIComponent(orderIdOf(order.order_id))), 303)
    })
  })
}

function sendPage(reply: FastifyReply, html: string): FastifyReply {
  return reply
    .header('content-security-policy', checkoutPolicy)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(html)
}

const waitsInMilliseconds = [0, 200, 800]

/** Sends a bank's callback, a signed form, three times at most. If the shop takes none, its status call finds out. */
async function callBack(url: string, payment: BankPayment, sign: Sign, log: FastifyBaseLogger): Promise<void> {
  const body = new URLSearchParams(signMessage(describePayment(payment), sign))
  for (const wait of waitsInMilliseconds) {
    await sleep(wait)
    try {
      const { ok } = await fetch(url, { method: 'POST', body, signal: AbortSignal.timeout(5000) })
      if (ok) return
    } catch (error) {
      log.warn({ err: error }, 'sandbox: the callback was not delivered')
    }
  }
}
