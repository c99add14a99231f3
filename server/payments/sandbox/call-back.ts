import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Sign } from '../liqpay-message.ts'
import { signMessage } from '../liqpay-message.ts'
import type { BankPayment } from './sandbox-bank.ts'
import { describePayment } from './sandbox-provider.ts'

const waitsInMilliseconds = [0, 200, 800]

/**
 * Tells the shop of a payment as a bank would: a signed form over HTTP, repeated when the shop does not take it. When it
 * never does, the shop's own status call finds out.
 */
export async function callBack(url: string, payment: BankPayment, sign: Sign, log: FastifyBaseLogger): Promise<void> {
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
