import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ledger, orders, promoCodes } from '../../server/db/schema/purchases.ts'
import { createCodes, type NewCodes } from '../../server/features/operator/promo-codes.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { newcomer, Person } from '../support/person.ts'
import { callBack, key, paymentOf, statusOf } from '../support/sandbox.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const db = () => server.services.db

async function codeOf(change: Partial<NewCodes>): Promise<string> {
  const usual: NewCodes = {
    code: null,
    count: 1,
    off: { percent: 20 },
    testIds: null,
    isForBundles: false,
    beginsAt: null,
    endsAt: null,
    usesMost: null,
    onceAPerson: true,
    note: '',
  }
  const { codes } = await db().transaction((tx) => createCodes(tx, { ...usual, ...change }))
  return codes[0]!
}

const buy = (person: Person, promo_code: string, more: object = {}) =>
  person.post('/api/purchases/', { test_id: 'verbalnij', idempotency_key: key(), promo_code, ...more })
const check = (person: Person, code: string, what: object = { test_id: 'verbalnij' }) =>
  person.post('/api/promo/', { code, ...what })

describe('a promo code', () => {
  it('makes a price before the order, for a guest too, and the order has it to the kopiyka', async () => {
    const code = await codeOf({ off: { percent: 33 } })
    expect((await check(new Person(server), code.toLowerCase())).body).toEqual({
      price: 9_983,
      full_price: 14_900,
      currency: 'UAH',
    })
    const buyer = await newcomer(server)
    const { body } = await buy(buyer, code, { shown_price: 9_983, shown_currency: 'UAH' })
    expect(body).toMatchObject({ price: 9_983, status: 'pending' })
    await callBack(server, paymentOf(body, { amount: 99.83 }))
    expect(await statusOf(buyer, body)).toBe('paid')
  })

  it('of a sum never asks for less than a provider takes, or asks for nothing at all', async () => {
    const nearly = await codeOf({ off: { sum: 14_850 } })
    expect((await check(new Person(server), nearly)).body.price).toBe(100)
    const more = await codeOf({ off: { sum: 20_000 } })
    expect((await check(new Person(server), more)).body.price).toBe(0)
  })

  it('of 100 % is a gift: its test opens at once, without a payment page, and no money is booked', async () => {
    const code = await codeOf({ off: { percent: 100 }, usesMost: 1 })
    const buyer = await newcomer(server)
    const { body } = await buy(buyer, code)
    expect(body).toMatchObject({ price: 0, status: 'paid', checkout: null })
    const rows = await db().select().from(ledger).where(eq(ledger.orderId, body.purchase_id))
    expect(rows.map(({ kind, amount }) => [kind, amount])).toEqual([['payment', 0]])
    expect((await buy(await newcomer(server), code)).body.code).toBe('promo_invalid')
  })

  it('is refused with its reason: unknown, over, not begun, of another test, of a bundle, of a free test, used by this person', async () => {
    const hour = 3_600_000
    const verbal = (await (await newcomer(server)).get('/api/available-tests/')).body.results.find(
      ({ slug }: { slug: string }) => slug === 'verbalnij',
    )
    const guest = new Person(server)
    const refused = [
      await check(guest, 'НЕМАЄ-ТАКОГО'),
      await check(guest, await ended()),
      await check(guest, await codeOf({ beginsAt: new Date(Date.now() + hour) })),
      await check(guest, await codeOf({ testIds: [verbal.id] }), { test_id: 'logichnij' }),
      await check(guest, await codeOf({}), { bundle_id: 'usi-try' }),
      await check(guest, await codeOf({}), { test_id: 'verbalnij-proba' }),
    ]
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(Array(6).fill([409, 'promo_invalid']))
    const buyer = await newcomer(server)
    const once = await codeOf({})
    const { body } = await buy(buyer, once)
    await callBack(server, paymentOf(body, { amount: body.price / 100 }))
    expect((await buy(buyer, once, { test_id: 'logichnij' })).body.detail).toBe('Ви вже скористалися цим промокодом.')
  })

  it('is used by no more orders than it may be, however many come together; one that ends unpaid frees its use', async () => {
    const code = await codeOf({ usesMost: 3 })
    const people = await Promise.all(Array.from({ length: 12 }, () => newcomer(server)))
    const replies = await Promise.all(people.map((person) => buy(person, code)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([...Array(3).fill(200), ...Array(9).fill(409)])
    const place = replies.findIndex(({ status }) => status === 200)
    await people[place]!.post(`/api/purchases/${replies[place]!.body.purchase_id}/cancellation/`)
    const late = people[replies.findIndex(({ status }) => status === 409)]!
    expect((await buy(late, code)).status).toBe(200)
  })

  it('is no other use at a second press: the same order waits, with the price of the code', async () => {
    const code = await codeOf({ usesMost: 1 })
    const buyer = await newcomer(server)
    const [first, second] = [await buy(buyer, code), await buy(buyer, code)]
    expect(second.body).toMatchObject({ purchase_id: first.body.purchase_id, price: first.body.price })
    const plain = await buyer.post('/api/purchases/', { test_id: 'verbalnij', idempotency_key: key() })
    expect(plain.body.purchase_id).toBe(first.body.purchase_id)
  })

  it.each([
    ['a gift code', { off: { percent: 100 }, usesMost: 1 }, false],
    ['a code of one use whose order was paid', { usesMost: 1 }, true],
  ])('the server answers a repeated order with the same purchase: %s', async (_, change, isPaid) => {
    const code = await codeOf(change)
    const buyer = await newcomer(server)
    const sent = { idempotency_key: key() }
    const first = await buy(buyer, code, sent)
    if (isPaid) await callBack(server, paymentOf(first.body, { amount: first.body.price / 100 }))
    const again = await buy(buyer, code, sent)
    expect([again.status, again.body.purchase_id, again.body.status]).toEqual([200, first.body.purchase_id, 'paid'])
  })

  it('replaces a waiting order that costs more', async () => {
    const buyer = await newcomer(server)
    const full = await buyer.post('/api/purchases/', { test_id: 'verbalnij', idempotency_key: key() })
    const cheaper = await buy(buyer, await codeOf({}))
    expect(cheaper.body.purchase_id).not.toBe(full.body.purchase_id)
    expect(await statusOf(buyer, full.body)).toBe('expired')
  })

  it('makes the price of a bundle together, shared by its lines to the kopiyka', async () => {
    const code = await codeOf({ off: { percent: 10 }, isForBundles: true })
    const buyer = await newcomer(server)
    const { body } = await buyer.post('/api/bundles/usi-try/purchases/', { idempotency_key: key(), promo_code: code })
    expect(body.price).toBe(35_910)
    expect(body.lines.reduce((sum: number, { price }: { price: number }) => sum + price, 0)).toBe(35_910)
    const [order] = await db().select().from(orders).where(eq(orders.id, body.purchase_id))
    expect(order!.promoCodeId).not.toBeNull()
  })
})

/** A code whose time is over. */
async function ended(): Promise<string> {
  const code = await codeOf({ endsAt: new Date(Date.now() + 60_000) })
  await db()
    .update(promoCodes)
    .set({ endsAt: new Date(Date.now() - 1_000) })
    .where(eq(promoCodes.code, code))
  return code
}
