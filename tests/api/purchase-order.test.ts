import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { tests } from '../../server/db/schema/catalog.ts'
import { ledger, orders, purchases } from '../../server/db/schema/purchases.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { newcomer, Person } from '../support/person.ts'
import { key, order } from '../support/sandbox.ts'

let server: TestServer
let buyer: Person
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  buyer = await newcomer(server)
})
afterAll(() => server.close())

const ordersOf = (person: Person) =>
  server.services.db.select().from(purchases).where(eq(purchases.userId, person.userId!))

describe('ordering a test', () => {
  it('[S1.08] a new order is pending and has the price in kopiykas and a checkout', async () => {
    const purchase = await order(buyer)
    expect(purchase).toMatchObject({
      status: 'pending',
      price: 14_900,
      currency: 'UAH',
      purchase_card_title: 'Вербальний тест IQ',
      expiration_date: null,
      checkout: { provider: 'sandbox', method: 'POST', url: '/sandbox/checkout/' },
    })
  })

  it('[S1.06] an order keeps the edition of the offer that was in force when it was made', async () => {
    const { version } = (await buyer.get('/api/offer/')).body.offer
    await order(buyer)
    expect(await server.services.db.select().from(orders).where(eq(orders.userId, buyer.userId!))).toMatchObject([
      { offerVersion: version },
    ])
    const { body } = await buyer.get('/api/user/export/')
    expect(body.purchases).toMatchObject([{ offer_version: version }])
  })

  it('25 equal calls at the same time make one order and get the same reply', async () => {
    const idempotencyKey = key()
    const replies = await Promise.all(Array.from({ length: 25 }, () => order(buyer, 'verbalnij', idempotencyKey)))
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1)
    expect(await ordersOf(buyer)).toHaveLength(1)
  })

  it('25 calls at the same time with different idempotency keys make one order', async () => {
    const replies = await Promise.all(Array.from({ length: 25 }, () => order(buyer)))
    expect(new Set(replies.map(({ purchase_id }) => purchase_id)).size).toBe(1)
    expect(await ordersOf(buyer)).toHaveLength(1)
  })

  it('a second call for a test returns the open order with its checkout', async () => {
    const first = await order(buyer)
    expect(await order(buyer)).toEqual(first)
  })

  it('an order keeps its price when the shop raises the price', async () => {
    const { services } = server
    const first = await order(buyer, 'logichnij')
    await services.db.update(tests).set({ price: 99_900 }).where(eq(tests.slug, 'logichnij'))
    expect((await order(buyer, 'logichnij')).price).toBe(first.price)
    await services.db.update(tests).set({ price: 19_900 }).where(eq(tests.slug, 'logichnij'))
  })

  it('an idempotency key that has ordered another test is refused with 409', async () => {
    const idempotencyKey = key()
    await order(buyer, 'verbalnij', idempotencyKey)
    const reply = await buyer.post('/api/purchases/', { test_id: 'logichnij', idempotency_key: idempotencyKey })
    expect([reply.status, reply.body.code]).toEqual([409, 'idempotency_mismatch'])
  })

  it('[S09] two people can use the same idempotency key for separate orders', async () => {
    const idempotencyKey = key()
    const other = await newcomer(server)
    const [mine, theirs] = [
      await order(buyer, 'verbalnij', idempotencyKey),
      await order(other, 'verbalnij', idempotencyKey),
    ]
    expect(mine.purchase_id).not.toBe(theirs.purchase_id)
  })

  it('an order of a free test opens it immediately and writes a payment of 0 into the ledger', async () => {
    const purchase = await order(buyer, 'verbalnij-proba')
    expect(purchase).toMatchObject({ status: 'paid', price: 0, checkout: null })
    expect(Date.parse(purchase.expiration_date)).toBeGreaterThan(Date.now() + 364 * 86_400_000)
    const rows = await server.services.db.select().from(ledger).where(eq(ledger.orderId, purchase.purchase_id))
    expect(rows).toMatchObject([{ kind: 'payment', amount: 0, provider: 'free' }])
  })

  it('25 orders of a free test at the same time open it once', async () => {
    await Promise.all(Array.from({ length: 25 }, () => order(buyer, 'logichnij-proba')))
    expect(await ordersOf(buyer)).toHaveLength(1)
  })

  it('a new order replaces an order whose checkout is over, and the old one expires', async () => {
    const first = await order(buyer)
    await server.services.db
      .update(orders)
      .set({ checkoutExpiresAt: new Date(Date.now() - 1000) })
      .where(eq(orders.id, first.purchase_id))
    const second = await order(buyer)
    expect(second.purchase_id).not.toBe(first.purchase_id)
    expect((await buyer.get(`/api/purchases/${first.purchase_id}/`)).body.status).toBe('expired')
  })

  it('a free test whose access is over can be ordered again, and the old purchase is expired', async () => {
    const first = await order(buyer, 'verbalnij-proba')
    await server.services.db
      .update(purchases)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(purchases.id, first.purchase_id))
    const second = await order(buyer, 'verbalnij-proba')
    expect(second.purchase_id).not.toBe(first.purchase_id)
    expect((await buyer.get(`/api/purchases/${first.purchase_id}/`)).body).toMatchObject({ status: 'expired' })
  })

  it.each([['nope'], ['00000000-0000-4000-8000-000000000000'], ['no\u0000pe'], ["'; drop table tests; --"]])(
    'an order of the unknown test %j gets 404',
    async (testId) => {
      const reply = await buyer.post('/api/purchases/', { test_id: testId, idempotency_key: key() })
      expect([reply.status, reply.body.code]).toEqual([404, 'not_found'])
    },
  )

  it('[S14] an order takes neither price nor status from the body', async () => {
    const forged = { price: 1, status: 'paid', user_id: key(), live: false }
    const reply = await buyer.post('/api/purchases/', { test_id: 'verbalnij', idempotency_key: key(), ...forged })
    expect(reply.body).toMatchObject({ status: 'pending', price: 14_900 })
  })

  it('a guest cannot order a test: 401', async () => {
    const guest = new Person(server)
    const reply = await guest.post('/api/purchases/', { test_id: 'verbalnij', idempotency_key: key() })
    expect([reply.status, reply.body.code]).toEqual([401, 'not_authenticated'])
  })
})

describe('reading an order', () => {
  it('an order is refused to another person with 403, and to a guest with 401', async () => {
    const purchase = await order(buyer)
    const address = `/api/purchases/${purchase.purchase_id}/`
    const other = await newcomer(server)
    expect((await other.get(address)).body.code).toBe('foreign_purchase')
    expect((await other.get(address)).status).toBe(403)
    expect((await new Person(server).get(address)).status).toBe(401)
  })

  it.each(['nope', '1', '00000000-0000-4000-8000-000000000000', '%00'])(
    '[S04] an order with the id %s gets 404',
    async (id) => {
      expect((await buyer.get(`/api/purchases/${id}/`)).status).toBe(404)
    },
  )
})
