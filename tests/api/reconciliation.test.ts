import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ledger, orders } from '../../server/db/schema/purchases.ts'
import { reconcileOrder } from '../../server/features/purchases/rounds/reconcile-order.ts'
import { reconcilePaid } from '../../server/features/purchases/rounds/reconcile-paid.ts'
import { askProvider } from '../../server/payments/ask-provider.ts'
import {
  type PaymentEvent,
  PaymentForged,
  type PaymentProvider,
  PaymentUnanswered,
  PaymentUnavailable,
} from '../../server/payments/payment-provider.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { newcomer, type Person } from '../support/person.ts'
import { callBack, order, paymentOf, statusOf } from '../support/sandbox.ts'

let servers: [TestServer, TestServer]
let buyer: Person
let id: string
beforeAll(async () => {
  const first = await startTestServer({ rounds: 'by hand', logLevel: 'silent' })
  servers = [first, await startTestServer({ sharing: first, rounds: 'by hand', logLevel: 'silent' })]
})
beforeEach(async () => {
  await query('update orders set ask_at = null')
  buyer = await newcomer(servers[0])
  const purchase = await order(buyer)
  await callBack(servers[0], paymentOf(purchase))
  id = purchase.purchase_id
})
afterAll(async () => {
  await servers[1].close()
  await servers[0].close()
})

const query = (text: string, values: unknown[] = []) => servers[0].services.pool.query(text, values)
const db = () => servers[0].services.db
const orderRow = async (of = id) => (await db().select().from(orders).where(eq(orders.id, of)))[0]!
const dueNow = (of = id) => query(`update orders set ask_at = now() - interval '1 minute' where id = $1`, [of])
const hoursUntilAsked = async () => (+(await orderRow()).askAt! - Date.now()) / 3_600_000

/** A provider that says this of every payment, and records the orders that it was asked about. */
function saying(change: Partial<PaymentEvent> | Error, ofOrder: string | null = null) {
  const asked: string[] = []
  const provider: PaymentProvider = {
    name: 'sandbox',
    statusEverySeconds: 0,
    knowsReturnsByKey: true,
    openCheckout: () => Promise.reject(new Error('opens nothing')),
    readCallback: () => Promise.reject(new Error('hears nothing')),
    refund: () => Promise.reject(new Error('returns nothing')),
    askStatus: async (asksOf) => {
      asked.push(asksOf.id)
      if (change instanceof Error && (ofOrder === null || ofOrder === asksOf.id)) throw change
      const said = change instanceof Error ? {} : change
      const { id: orderId, reference, amount } = asksOf
      const paymentId = `payment-of-${orderId}`
      return { orderId, reference, paymentId, outcome: 'paid', amount, currency: 'UAH', status: 'success', ...said }
    },
  }
  return { provider, asked }
}

describe('[S34] a paid order', () => {
  it('is asked about a day after it was paid, and once a day from then on, at a moment of its own', async () => {
    expect(await hoursUntilAsked()).toBeGreaterThan(11.9)
    expect(await hoursUntilAsked()).toBeLessThan(36.1)
    await dueNow()
    const { provider, asked } = saying({})
    await reconcilePaid(servers[0].services, provider)
    await reconcilePaid(servers[0].services, provider)
    expect(asked).toEqual([id])
    expect(await hoursUntilAsked()).toBeGreaterThan(21)
    expect(await hoursUntilAsked()).toBeLessThan(27)
    expect(await statusOf(buyer, { purchase_id: id })).toBe('paid')
  })

  it('whose reversal nobody told of is found: its test closes, and the ledger says so', async () => {
    await dueNow()
    await reconcilePaid(servers[0].services, saying({ outcome: 'refunded', status: 'reversed' }).provider)
    expect(await statusOf(buyer, { purchase_id: id })).toBe('refunded')
    const rows = await db().select().from(ledger).where(eq(ledger.orderId, id))
    expect(rows.map(({ kind, amount }) => `${kind} ${amount}`).toSorted()).toEqual(['payment 14900', 'refund 14900'])
    expect((await orderRow()).askAt).toBeNull()
  })

  it('is asked about for 180 days', async () => {
    await query(`update orders set created_at = now() - interval '181 days' where id = $1`, [id])
    await dueNow()
    const { provider, asked } = saying({})
    await reconcilePaid(servers[0].services, provider)
    await reconcilePaid(servers[0].services, provider)
    expect([asked, (await orderRow()).askAt]).toEqual([[id], null])
  })

  it('is asked about an hour later when the provider is away, and so are those that wait behind it', async () => {
    await dueNow()
    const { provider, asked } = saying(new PaymentUnavailable('did not answer'))
    await reconcilePaid(servers[0].services, provider)
    await reconcilePaid(servers[0].services, provider)
    expect(asked).toEqual([id])
    expect(await hoursUntilAsked()).toBeGreaterThan(0.9)
    expect(await hoursUntilAsked()).toBeLessThan(1.1)
  })

  it.each([
    ['has no clear word of', new PaymentForged('the body describes no invoice')],
    ['refuses to speak of', new PaymentUnanswered('answered 404')],
    ['trips this server over', new TypeError('unforeseen')],
  ])('that its provider %s is asked about tomorrow, and those behind it today', async (_what, error) => {
    const other = await order(await newcomer(servers[0]))
    await callBack(servers[0], paymentOf(other))
    await dueNow()
    await query(`update orders set ask_at = now() - interval '30 seconds' where id = $1`, [other.purchase_id])
    const { provider, asked } = saying(error, id)
    await reconcilePaid(servers[0].services, provider)
    expect(asked).toEqual([id, other.purchase_id])
    expect(await hoursUntilAsked()).toBeGreaterThan(21)
    expect(await hoursUntilAsked()).toBeLessThan(27)
  })

  it('is refused by its provider alone where others are not', async () => {
    const bank = createServer((request, response) => response.writeHead(Number(request.url!.slice(1))).end('{}'))
    await new Promise<void>((resolve) => bank.listen(0, '127.0.0.1', resolve))
    const origin = `http://127.0.0.1:${(bank.address() as AddressInfo).port}`
    const isOfOne = async (status: number) =>
      (await askProvider(`${origin}/${status}`, {}).catch((error: unknown) => error)) instanceof PaymentUnanswered
    expect(await Promise.all([400, 404, 401, 403, 429, 500, 503].map(isOfOne))).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
      false,
    ])
    bank.close()
  })

  it('is asked about by one of two processes, a bounded number in a round, the longest due first', async () => {
    const ids = [id]
    for (const slug of ['abstraktnij', 'logichnij']) {
      const purchase = await order(buyer, slug)
      await callBack(servers[0], paymentOf(purchase, { amount: purchase.price / 100 }))
      ids.push(purchase.purchase_id)
    }
    for (const [index, one] of ids.entries()) {
      await query('update orders set ask_at = now() - make_interval(mins => $2) where id = $1', [one, 10 - index])
    }
    const { provider, asked } = saying({})
    await Promise.all(servers.map(({ services }) => reconcilePaid(services, provider, { most: 1 })))
    expect(asked.toSorted()).toEqual(ids.slice(0, 2).toSorted())
    await Promise.all(servers.map(({ services }) => reconcilePaid(services, provider)))
    expect(asked.toSorted()).toEqual(ids.toSorted())
  })

  it('is found by an index, however many there are', async () => {
    const client = await servers[0].services.pool.connect()
    try {
      await client.query('begin; set local enable_seqscan = off; set local enable_sort = off')
      const { rows } = await client.query(
        `explain select id from orders where provider = 'sandbox' and ask_at <= now() order by ask_at limit 1`,
      )
      expect(rows.map((row) => row['QUERY PLAN']).join(' ')).toMatch(/Index Scan using orders_to_ask/)
      await client.query('rollback')
    } finally {
      client.release()
    }
  })
})

describe('the reconciliation of one order', () => {
  it('says what it found, and nothing the second time', async () => {
    const { provider } = saying({ returned: 4900 })
    expect(await reconcileOrder(servers[0].services, provider, id)).toEqual({
      before: 'paid',
      after: 'paid',
      added: [{ kind: 'refund', amount: 4900, currency: 'UAH' }],
    })
    expect((await reconcileOrder(servers[0].services, provider, id)).added).toEqual([])
  })

  it('is refused for an unknown order, and for one of another provider', async () => {
    const { provider } = saying({})
    const unknown = reconcileOrder(servers[0].services, provider, crypto.randomUUID())
    await expect(unknown).rejects.toThrow('There is no order')
    const foreign = reconcileOrder(servers[0].services, { ...provider, name: 'liqpay' }, id)
    await expect(foreign).rejects.toThrow('sandbox knows this order, and this server has liqpay')
  })
})
