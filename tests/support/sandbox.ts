import { sandboxSign } from '../../server/payments/sandbox/sandbox-provider.ts'
import { signMessage } from '../../server/payments/liqpay-message.ts'
import type { TestServer } from './build-server.ts'
import type { Person, Reply } from './person.ts'

export const key = () => crypto.randomUUID()

export async function order(person: Person, slug = 'verbalnij', idempotencyKey = key()): Promise<any> {
  const reply = await person.post('/api/purchases/', { test_id: slug, idempotency_key: idempotencyKey })
  if (reply.status !== 200) throw new Error(`purchases answered ${reply.status}: ${reply.text}`)
  return reply.body
}

export async function orderBundle(person: Person, idempotencyKey = key()): Promise<any> {
  const reply = await person.post('/api/bundles/usi-try/purchases/', { idempotency_key: idempotencyKey })
  if (reply.status !== 200) throw new Error(`bundles answered ${reply.status}: ${reply.text}`)
  return reply.body
}

/** The sandbox's message about a payment of this order, with the changes of a test. */
export function paymentOf(purchase: { purchase_id: string }, change: object = {}) {
  return {
    action: 'pay',
    payment_id: `payment-of-${purchase.purchase_id}`,
    order_id: purchase.purchase_id,
    status: 'success',
    amount: 149,
    currency: 'UAH',
    ...change,
  }
}

/** Sends a callback as the sandbox would, signed with its secret, or with another. */
export async function callBack(server: TestServer, message: object, secret = 'a secret of the sandbox') {
  const body = new URLSearchParams(signMessage(message, sandboxSign(secret)))
  const response = await fetch(`${server.origin}/api/payments/sandbox/callback/`, { method: 'POST', body })
  return { status: response.status, body: (await response.json()) as { code?: string; detail?: string } }
}

/** Sends a person's decision on the sandbox's page: 'pay', 'decline' or 'close'. Resolves to the address of the redirect. */
export async function decide(server: TestServer, purchase: any, decision: string): Promise<string | null> {
  const body = new URLSearchParams({ ...purchase.checkout.fields, decision })
  const response = await fetch(`${server.origin}/sandbox/decision/`, { method: 'POST', body, redirect: 'manual' })
  return response.headers.get('location')
}

export async function statusOf(person: Person, purchase: { purchase_id: string }): Promise<string> {
  const reply: Reply<any> = await person.get(`/api/purchases/${purchase.purchase_id}/`)
  return reply.body.status
}
