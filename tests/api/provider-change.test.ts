import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { purchases } from '../../server/db/schema/purchases.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { type MockProvider, startMockProvider } from '../support/mock-provider.ts'
import { newcomer, type Person } from '../support/person.ts'
import { callBack, key, order, paymentOf, statusOf } from '../support/sandbox.ts'

/** The shop before its operator changed the provider, and after. */
let before: TestServer
let after: TestServer
let monobank: MockProvider
let isAway: boolean
let buyer: Person
beforeAll(async () => {
  monobank = await startMockProvider(({ body }) => {
    if (isAway) return 503
    const invoiceId = `inv-${JSON.parse(body).merchantPaymInfo.reference}`
    return { invoiceId, pageUrl: `https://pay.mbnk.biz/${invoiceId}` }
  })
  before = await startTestServer({
    payment: { provider: 'monobank', token: 'a token', apiUrl: monobank.url },
    logLevel: 'silent',
  })
  after = await startTestServer({ sharing: before })
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
  after.services.db.select().from(purchases).where(eq(purchases.userId, person.userId!))

describe('after a change of the payment provider', () => {
  it('an order that was saved while the old one was away is opened and paid at the new one', async () => {
    isAway = true
    const refused = await buyer.post('/api/purchases/', { test_id: 'verbalnij', idempotency_key: key() })
    expect(refused.status).toBe(503)
    buyer.server = after
    const purchase = await order(buyer)
    expect(await ordersOf(buyer)).toMatchObject([{ id: purchase.purchase_id, provider: 'sandbox' }])
    expect((await callBack(after, paymentOf(purchase))).status).toBe(200)
    expect(await statusOf(buyer, purchase)).toBe('paid')
  })
})
