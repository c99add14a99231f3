import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { orders, purchases } from '../../server/db/schema/purchases.ts'
import { listWithheld } from '../../server/features/purchases/refund/list-owed.ts'
import { recordPayment } from '../../server/features/purchases/pay/record-payment.ts'
import { retireUnanswered } from '../../server/features/purchases/rounds/retire-purchases.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { type MockProvider, startMockProvider } from '../support/mock-provider.ts'
import { newcomer, type Person } from '../support/person.ts'
import { callBack, key, order, paymentOf, statusOf } from '../support/sandbox.ts'

/** The shop before and after its operator changed the provider. */
let before: TestServer
let after: TestServer
let monobank: MockProvider
let isAway: boolean
let buyer: Person
beforeAll(async () => {
  monobank = await startMockProvider(({ path, body }) => {
    if (isAway) return 503
    if (path === '/api/merchant/invoice/remove') return {}
    const invoiceId = `inv-${JSON.parse(body).merchantPaymInfo.reference}`
    return { invoiceId, pageUrl: `https://pay.mbnk.biz/${invoiceId}` }
  })
  before = await startTestServer({
    rounds: 'by hand',
    payment: { provider: 'monobank', token: 'a token', apiUrl: monobank.url },
    logLevel: 'silent',
  })
  after = await startTestServer({ sharing: before, rounds: 'by hand' })
})
beforeEach(async () => {
  isAway = false
  buyer = await newcomer(before)
})
afterAll(async () => {
  await after.close()
  await before.close()
  await monobank.close()
})

const ordersOf = (person: Person) =>
  after.services.db
    .select({ id: orders.id, status: orders.status, provider: orders.provider, live: purchases.live })
    .from(orders)
    .innerJoin(purchases, eq(purchases.orderId, orders.id))
    .where(eq(orders.userId, person.userId!))

describe('after a change of the payment provider', () => {
  it('an order that was saved while the old provider was away is opened and paid at the new one', async () => {
    isAway = true
    const refused = await buyer.post('/api/purchases/', { test_id: 'verbalnij', idempotency_key: key() })
    expect(refused.status).toBe(503)
    buyer.server = after
    const purchase = await order(buyer)
    expect(await ordersOf(buyer)).toMatchObject([{ id: purchase.purchase_id, provider: 'sandbox' }])
    expect((await callBack(after, paymentOf(purchase))).status).toBe(200)
    expect(await statusOf(buyer, purchase)).toBe('paid')
  })

  it('an order that was opened at the old provider expires as soon as its owner orders the test again', async () => {
    const old = await order(buyer)
    buyer.server = after
    const purchase = await order(buyer)
    expect(purchase).toMatchObject({ status: 'pending', checkout: { provider: 'sandbox' } })
    expect(await statusOf(buyer, old)).toBe('expired')
  })

  it('an order that was opened at the old provider expires by the daily round, and a later payment of it opens the test', async () => {
    const old = await order(buyer)
    await retireUnanswered(after.services, 'sandbox')
    expect(await ordersOf(buyer)).toMatchObject([{ status: 'expired', live: false }])
    const { purchase_id: orderId } = old
    const paid = { orderId, reference: `inv-${orderId}`, paymentId: `inv-${orderId}`, outcome: 'paid' as const }
    await recordPayment(before.services, 'monobank', { ...paid, amount: 14_900, currency: 'UAH', status: 'success' })
    expect(await statusOf(buyer, old)).toBe('paid')
  })

  it('an order whose money the old provider withholds expires, its test can be bought, and the money stays listed', async () => {
    const holds = async () => {
      const old = await order(buyer)
      const { purchase_id: orderId } = old
      const held = { orderId, reference: `inv-${orderId}`, paymentId: `inv-${orderId}`, outcome: 'held' as const }
      await recordPayment(before.services, 'monobank', { ...held, amount: 14_900, currency: 'UAH', status: 'hold' })
      return old
    }
    const inSight = async ({ purchase_id: orderId }: { purchase_id: string }) => {
      expect(await listWithheld(after.services.db, 1000)).toContainEqual(
        expect.objectContaining({ orderId, orderStatus: 'expired', is_taken: true }),
      )
      expect((await buyer.get(`/api/purchases/${orderId}/`)).body).toMatchObject({ money_held: true, checkout: null })
    }
    const old = await holds()
    // A shop that still has the order's provider keeps the order.
    await retireUnanswered(before.services, 'monobank')
    expect(await ordersOf(buyer)).toMatchObject([{ status: 'pending', live: true }])
    buyer.server = after
    const purchase = await order(buyer)
    expect(purchase).toMatchObject({ status: 'pending', checkout: { provider: 'sandbox' } })
    await inSight(old)

    buyer = await newcomer(before)
    const unseen = await holds()
    await retireUnanswered(after.services, 'sandbox')
    buyer.server = after
    await inSight(unseen)
  })

  it('an order that waits for the present provider stays pending', async () => {
    const purchase = await order(buyer)
    await retireUnanswered(before.services, 'monobank')
    expect(await ordersOf(buyer)).toMatchObject([{ id: purchase.purchase_id, status: 'pending', live: true }])
  })
})
