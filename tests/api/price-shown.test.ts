import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bundles, tests } from '../../server/db/schema/catalog.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { newcomer, type Person } from '../support/person.ts'
import { callBack, decide, key, order, orderBundle, paymentOf, statusOf } from '../support/sandbox.ts'

let server: TestServer
let buyer: Person
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  await sells({ price: 14_900, currency: 'UAH', isPublished: true, examAttempts: 3 })
  await server.services.db.update(bundles).set({ price: 39_900 })
  buyer = await newcomer(server)
})
afterAll(() => server.close())

const sells = (change: Partial<typeof tests.$inferInsert>) =>
  server.services.db.update(tests).set(change).where(eq(tests.slug, 'verbalnij'))

/** Presses the button that says this price. */
const press = (shown_price: number, change: object = {}) =>
  buyer.post('/api/purchases/', {
    test_id: 'verbalnij',
    idempotency_key: key(),
    shown_price,
    shown_currency: 'UAH',
    ...change,
  })
const open = async () => (await buyer.get('/api/purchases/open/')).body.orders

describe('the price of an order and the price that the page showed', () => {
  it('an order at a reduced price replaces the waiting order, and the old one expires', async () => {
    const before = await order(buyer)
    await sells({ price: 9900 })
    const { body } = await press(9900)
    expect(body).toMatchObject({ status: 'pending', price: 9900 })
    expect(body.purchase_id).not.toBe(before.purchase_id)
    expect(await statusOf(buyer, before)).toBe('expired')
    expect(await open()).toMatchObject([{ purchase_id: body.purchase_id }])
  })

  it('an order without a shown price, under the key of the old order, also gets the reduced price', async () => {
    const kept = key()
    const before = await order(buyer, 'verbalnij', kept)
    await sells({ price: 9900 })
    const after = await order(buyer, 'verbalnij', kept)
    expect([after.price, after.purchase_id === before.purchase_id]).toEqual([9900, false])
    expect((await order(buyer, 'verbalnij', kept)).purchase_id).toBe(after.purchase_id)
  })

  it('a test that has become free is opened immediately, and no earlier order of it stays open', async () => {
    await order(buyer)
    await sells({ price: 0 })
    const { body } = await press(0)
    expect(body).toMatchObject({ status: 'paid', price: 0, checkout: null })
    expect(await open()).toEqual([])
  })

  it('an order that shows less than the raised price is refused with a sentence that names the price, and is not made', async () => {
    await sells({ price: 19_900 })
    for (const shown of [14_900, 0]) {
      const { status, body } = await press(shown)
      expect([status, body.code]).toEqual([409, 'price_changed'])
      expect(body.detail).toMatch(/«Вербальний тест IQ» тепер коштує 199\s₴/)
    }
    expect(await open()).toEqual([])
    expect((await press(19_900)).body).toMatchObject({ status: 'pending', price: 19_900 })
  })

  it('a waiting order that is cheaper than the raised price is kept, and a call that shows even less is refused', async () => {
    const before = await order(buyer)
    await sells({ price: 19_900 })
    expect((await press(19_900)).body).toMatchObject({ purchase_id: before.purchase_id, price: 14_900 })
    expect((await press(9900)).body).toMatchObject({ code: 'price_changed' })
    expect(await statusOf(buyer, before)).toBe('pending')
  })

  it('an order that shows another currency than the shop is refused', async () => {
    await sells({ currency: 'EUR' })
    expect((await press(14_900)).body).toMatchObject({ code: 'price_changed' })
  })

  it('a waiting order is replaced if the terms of its test have changed since', async () => {
    const before = await order(buyer)
    await sells({ examAttempts: 5 })
    expect((await order(buyer)).purchase_id).not.toBe(before.purchase_id)
  })

  it('a test that was taken off sale cannot be ordered, and an earlier declined order of it can still be paid', async () => {
    const before = await order(buyer)
    await decide(server, before, 'decline')
    await sells({ isPublished: false })
    expect((await press(14_900)).status).toBe(404)
    expect((await buyer.post(`/api/purchases/${before.purchase_id}/payment/`)).body).toMatchObject({
      status: 'pending',
      price: 14_900,
    })
  })

  it('a bundle at a reduced price replaces its waiting order, and an order that shows less is refused', async () => {
    const before = await orderBundle(buyer)
    await server.services.db.update(bundles).set({ price: 29_900 })
    const pressed = (shown_price: number) =>
      buyer.post('/api/bundles/usi-try/purchases/', { idempotency_key: key(), shown_price, shown_currency: 'UAH' })
    expect((await pressed(19_900)).body).toMatchObject({ code: 'price_changed' })
    const { body } = await pressed(29_900)
    expect(body).toMatchObject({ price: 29_900, status: 'pending' })
    expect(await statusOf(buyer, before)).toBe('expired')
  })

  it('a payment of a replaced order opens the test, and the newer order expires', async () => {
    const before = await order(buyer)
    await sells({ price: 9900 })
    const { body: after } = await press(9900)
    await callBack(server, paymentOf(before))
    expect([await statusOf(buyer, before), await statusOf(buyer, after)]).toEqual(['paid', 'expired'])
  })
})

describe('an order that waits for payment', () => {
  const cancel = (purchase: { purchase_id: string }, person = buyer) =>
    person.post(`/api/purchases/${purchase.purchase_id}/cancellation/`)

  it('a waiting order is listed together with declined ones, and only its owner can cancel it', async () => {
    const bundle = await orderBundle(buyer)
    expect(await open()).toMatchObject([{ purchase_id: bundle.purchase_id }])
    const one = await order(buyer)
    const declined = await order(buyer, 'logichnij')
    await decide(server, declined, 'decline')
    expect(await open()).toMatchObject([
      { purchase_id: declined.purchase_id, can_pay_again: true },
      { purchase_id: one.purchase_id, status: 'pending' },
    ])
    expect((await cancel(one, await newcomer(server))).status).toBe(403)
    expect((await cancel(one)).body).toMatchObject({ status: 'expired', checkout: null })
    expect((await cancel(declined)).body).toMatchObject({ status: 'expired', can_pay_again: false })
    expect((await cancel(declined)).body).toMatchObject({ status: 'expired' })
    expect(await open()).toEqual([])
    expect((await order(buyer)).purchase_id).not.toBe(one.purchase_id)
  })

  it('an order cannot be cancelled once it is paid, nor while a bank withholds its money', async () => {
    const paid = await order(buyer)
    await callBack(server, paymentOf(paid))
    expect((await cancel(paid)).body).toMatchObject({ status: 'paid' })
    const held = await order(buyer, 'logichnij')
    await callBack(server, paymentOf(held, { status: 'wait_accept' }))
    const { status, body } = await cancel(held)
    expect([status, body.code]).toEqual([409, 'money_held'])
    expect(await open()).toMatchObject([{ purchase_id: held.purchase_id, money_held: true }])
    // An order of all tests does not cancel it either.
    const both = await buyer.post('/api/bundles/usi-try/purchases/', { idempotency_key: key() })
    expect([both.status, both.body.code]).toEqual([409, 'bundle_overlaps'])
  })
})
