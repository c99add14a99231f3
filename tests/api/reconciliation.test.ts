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
const hoursUntilAsked = async (of = id) => (+(await orderRow(of)).askAt! - Date.now()) / 3_600_000

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
  it('a server first asks about a paid order 12 to 36 hours after its payment, and then about once a day', async () => {
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

  it('reconciliation finds a reversal that no callback reported: the test closes, and the ledger books the refund', async () => {
    await dueNow()
    await reconcilePaid(servers[0].services, saying({ outcome: 'refunded', status: 'reversed' }).provider)
    expect(await statusOf(buyer, { purchase_id: id })).toBe('refunded')
    const rows = await db().select().from(ledger).where(eq(ledger.orderId, id))
    expect(rows.map(({ kind, amount }) => `${kind} ${amount}`).toSorted()).toEqual(['payment 14900', 'refund 14900'])
    expect((await orderRow()).askAt).toBeNull()
  })

  it('a server asks about a paid order that is 181 days old one last time', async () => {
    await query(`update orders set created_at = now() - interval '181 days' where id = $1`, [id])
    await dueNow()
    const { provider, asked } = saying({})
    await reconcilePaid(servers[0].services, provider)
    await reconcilePaid(servers[0].services, provider)
    expect([asked, (await orderRow()).askAt]).toEqual([[id], null])
  })

  it('a server asks about a paid order again an hour later if the provider is unavailable', async () => {
    await dueNow()
    const { provider, asked } = saying(new PaymentUnavailable('did not answer'))
    await reconcilePaid(servers[0].services, provider)
    await reconcilePaid(servers[0].services, provider)
    expect(asked).toEqual([id])
    expect(await hoursUntilAsked()).toBeGreaterThan(0.9)
    expect(await hoursUntilAsked()).toBeLessThan(1.1)
  })

  it('a server asks about an order with withheld money again an hour later if the provider is unavailable', async () => {
    const { purchase_id: withheld } = await order(await newcomer(servers[0]))
    const bank = saying({ outcome: 'held', status: 'hold' }).provider
    await reconcileOrder(servers[0].services, bank, withheld)
    expect(await orderRow(withheld)).toMatchObject({ status: 'pending', held: [{ is_taken: true }] })
    await dueNow(withheld)
    await reconcilePaid(servers[0].services, saying(new PaymentUnavailable('did not answer')).provider)
    expect(await hoursUntilAsked(withheld)).toBeGreaterThan(0.9)
    expect(await hoursUntilAsked(withheld)).toBeLessThan(1.1)
  })

  it.each([
    ['the provider’s reply is unclear', new PaymentForged('the body describes no invoice')],
    ['the provider refuses to report it', new PaymentUnanswered('answered 404')],
    ['this server throws an unforeseen error', new TypeError('unforeseen')],
  ])(
    'a server postpones a paid order for a day and asks about the next order in the same round if %s',
    async (_what, error) => {
      const other = await order(await newcomer(servers[0]))
      await callBack(servers[0], paymentOf(other))
      await dueNow()
      await query(`update orders set ask_at = now() - interval '30 seconds' where id = $1`, [other.purchase_id])
      const { provider, asked } = saying(error, id)
      await reconcilePaid(servers[0].services, provider)
      expect(asked).toEqual([id, other.purchase_id])
      expect(await hoursUntilAsked()).toBeGreaterThan(21)
      expect(await hoursUntilAsked()).toBeLessThan(27)
    },
  )

  it('a provider’s status 400 or 404 concerns one order alone; 401, 403, 429, 500 and 503 do not', async () => {
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

  it('two processes never ask about the same order, keep to their batch size in a round, and take the longest due first', async () => {
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

  it('PostgreSQL finds the next paid order that is due by an index', async () => {
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
  it('reconciliation of an order reports the refund that it added, and adds nothing the second time', async () => {
    const { provider } = saying({ returned: 4900 })
    expect(await reconcileOrder(servers[0].services, provider, id)).toEqual({
      before: 'paid',
      after: 'paid',
      added: [{ kind: 'refund', amount: 4900, currency: 'UAH' }],
    })
    expect((await reconcileOrder(servers[0].services, provider, id)).added).toEqual([])
  })

  it('reconciliation refuses an unknown order, and an order of another provider', async () => {
    const { provider } = saying({})
    const unknown = reconcileOrder(servers[0].services, provider, crypto.randomUUID())
    await expect(unknown).rejects.toThrow('There is no order')
    const foreign = reconcileOrder(servers[0].services, { ...provider, name: 'liqpay' }, id)
    await expect(foreign).rejects.toThrow('sandbox knows this order, and this server has liqpay')
  })
})
