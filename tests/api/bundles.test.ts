import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { reconcileByHand } from '../../server/features/operator/reconcile.ts'
import { findPerson } from '../../server/features/operator/find-person.ts'
import { refundOrder } from '../../server/features/operator/refund-order.ts'
import { listOwed } from '../../server/features/purchases/refund/list-owed.ts'
import { createProvider } from '../../server/payments/open-provider.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { allAtOnce } from '../support/crowd.ts'
import { letterTo } from '../support/letters.ts'
import { partsOf } from '../support/mime.ts'
import { givePurchase, newcomer, Person } from '../support/person.ts'
import { callBack, decide, key, order, orderBundle, paymentOf, statusOf } from '../support/sandbox.ts'
import { until } from '../support/exam-calls.ts'

let server: TestServer
let buyer: Person
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  buyer = await newcomer(server)
})
afterAll(() => server.close())

const whole = { amount: 399 }
const prices = [11_962, 11_962, 15_976]
const slugs = ['verbalnij', 'abstraktnij', 'logichnij']

const offered = async (person = buyer) => (await person.get('/api/bundles/')).body.results[0]
const shelf = async () => (await buyer.get('/api/owned-tests/')).body.results as any[]
const query = async (text: string, values: unknown[]) => (await server.services.pool.query(text, values)).rows
const movements = async (bundle: any) =>
  (await query(`select kind || ' ' || amount as movement from ledger where order_id = $1`, [bundle.purchase_id])).map(
    ({ movement }) => movement,
  )

it('a guest sees a bundle with its tests, its price and the sum of their single prices', async () => {
  const bundle = await offered(new Person(server))
  expect(bundle).toMatchObject({ slug: 'usi-try', price: 39_900, full_price: 49_700, can_buy: true })
  expect(bundle.tests.map(({ slug }: { slug: string }) => slug)).toEqual(slugs)
})

it('an order of a bundle has three lines that add up to its price; once paid, it opens three tests and sends a letter', async () => {
  const idempotencyKey = key()
  const bundle = await orderBundle(buyer, idempotencyKey)
  expect(bundle).toMatchObject({
    status: 'pending',
    purchase_card_title: 'Усі три тести IQ',
    price: 39_900,
    test_slug: null,
    bundle_slug: 'usi-try',
    lines: prices.map((price) => ({ price, status: 'pending' })),
  })
  expect(
    await query('select price, discount from purchases where order_id = $1 order by position', [bundle.purchase_id]),
  ).toEqual([149_00, 149_00, 199_00].map((full, place) => ({ price: prices[place], discount: full - prices[place]! })))
  expect((await orderBundle(buyer, idempotencyKey)).purchase_id).toBe(bundle.purchase_id)

  expect(await decide(server, bundle, 'pay')).toBe(`/purchases?order=${bundle.purchase_id}`)
  expect(await statusOf(buyer, bundle)).toBe('paid')
  const owned = await shelf()
  expect(owned.map(({ test, price }) => [test.slug, price]).toSorted()).toEqual(
    slugs.map((slug, place) => [slug, prices[place]]).toSorted(),
  )
  const { text } = partsOf(await letterTo(server, buyer.email!, 'Subject: Оплату отримано: Усі три тести IQ'))
  expect(text.split(/(?:\r?\n){2,}/)).toContain(`${server.services.publicOrigin()}/purchases`)
  for (const sum of ['119,62', '159,76', 'Сума: 399,00']) expect(text).toContain(sum)
  // The letter has a number that can be read aloud, and no id.
  const [, number] = /Номер замовлення: ([\dA-F]{4}-[\dA-F]{4})$/m.exec(text)!
  expect(text).not.toMatch(/[\da-f]{8}-[\da-f]{4}-/i)
  expect((await findPerson(server.services.db, number!.toLowerCase())).account.email).toBe(buyer.email)
  await expect(findPerson(server.services.db, '0000-0000')).rejects.toThrow('There is no order 0000-0000.')
  const news = (await buyer.get('/api/notifications/')).body.results
  expect(news.filter(({ title }: { title: string }) => title === 'Тест відкрито')).toHaveLength(3)
  // A client that lost the reply repeats its call: the server orders nothing more.
  expect((await orderBundle(buyer, idempotencyKey)).status).toBe('paid')
})

it('25 orders of a bundle at the same time become one order', async () => {
  const replies = await allAtOnce([server], () =>
    buyer.post('/api/bundles/usi-try/purchases/', { idempotency_key: key() }),
  )
  expect(new Set(replies.map(({ status, body }) => `${status} ${body.purchase_id}`)).size).toBe(1)
})

it('a bundle is not sold to an owner of one of its tests with exams left, and is sold when those are used up', async () => {
  const id = await givePurchase(server, buyer, 'abstraktnij', { examAttempts: 1 })
  expect((await offered()).can_buy).toBe(false)
  const refused = await buyer.post('/api/bundles/usi-try/purchases/', { idempotency_key: key() })
  expect([refused.status, refused.body.code]).toEqual([409, 'bundle_overlaps'])
  expect(refused.body.detail).toContain('«Математичний тест IQ»')
  // The server ordered no test of the bundle, and took no purchase away.
  expect(await query('select 1 from purchases where user_id = $1 and id <> $2', [buyer.userId, id])).toEqual([])

  await query('update purchases set exam_attempts = 0, price = 14900 where id = $1', [id])
  expect((await offered()).can_buy).toBe(true)
  const bundle = await orderBundle(buyer)
  await callBack(server, paymentOf(bundle, whole))
  expect(await shelf()).toHaveLength(4)
})

describe('the rest of a bundle', () => {
  const buyApart = async (slug: string, amount: number) => {
    const bought = await order(buyer, slug)
    await callBack(server, paymentOf(bought, { amount }))
    return bought
  }
  const addRest = (body: object = {}) =>
    buyer.post('/api/bundles/usi-try/purchases/', { idempotency_key: key(), rest: true, ...body })

  it('a person who has bought one test adds the rest of a bundle for the difference to its price, to the kopiyka', async () => {
    await buyApart('verbalnij', 149)
    const { can_buy, rest, tests } = await offered()
    expect([can_buy, rest.price]).toEqual([false, 25_000])
    expect(rest.test_ids).toEqual(tests.slice(1).map(({ id }: { id: string }) => id))
    const days = (Date.parse(rest.until) - Date.now()) / 86_400_000
    expect(Math.abs(days - 14)).toBeLessThan(0.01)

    const { body } = await addRest({ shown_price: 25_000, shown_currency: 'UAH' })
    expect(body).toMatchObject({
      price: 25_000,
      purchase_card_title: 'Усі три тести IQ: решта',
      bundle_slug: 'usi-try',
    })
    // 25,000 kopiykas in the proportion of 149 to 199.
    expect(body.lines.map(({ price }: { price: number }) => price)).toEqual([10_704, 14_296])
    await callBack(server, paymentOf(body, { amount: 250 }))
    expect(await statusOf(buyer, body)).toBe('paid')
    expect((await shelf()).map(({ test }) => test.slug).toSorted()).toEqual(slugs.toSorted())
    expect(await offered()).toMatchObject({ can_buy: false, rest: null })
    const again = await addRest()
    expect([again.status, again.body.code]).toEqual([409, 'price_changed'])
  })

  it('a person who has bought two tests of a bundle adds the third for the difference', async () => {
    await buyApart('verbalnij', 149)
    await buyApart('abstraktnij', 149)
    expect((await offered()).rest).toMatchObject({ price: 10_100 })
    const { body } = await addRest()
    await callBack(server, paymentOf(body, { amount: 101 }))
    expect(await shelf()).toHaveLength(3)
  })

  it('an order of the rest of a bundle is repeated under its key; a lower shown price or an order of the whole gets 409', async () => {
    const idempotencyKey = key()
    await buyApart('verbalnij', 149)
    const { body } = await addRest({ idempotency_key: idempotencyKey })
    expect((await addRest({ idempotency_key: idempotencyKey })).body.purchase_id).toBe(body.purchase_id)
    expect((await addRest()).body.purchase_id).toBe(body.purchase_id)
    const less = await addRest({ shown_price: 24_999, shown_currency: 'UAH' })
    expect([less.status, less.body.code]).toEqual([409, 'price_changed'])
    const whole = await buyer.post('/api/bundles/usi-try/purchases/', { idempotency_key: key() })
    expect([whole.status, whole.body.code]).toEqual([409, 'bundle_overlaps'])
    // After the payment the lost reply of the order is requested again.
    await callBack(server, paymentOf(body, { amount: 250 }))
    expect((await addRest({ idempotency_key: idempotencyKey })).body).toMatchObject({ status: 'paid', price: 25_000 })
  })

  it('a refund returns what was paid for each test, for the one bought by itself and for the added ones', async () => {
    const first = await buyApart('verbalnij', 149)
    const { body } = await addRest()
    await callBack(server, paymentOf(body, { amount: 250 }))
    const word = { author: 'О. Оператор', reason: 'лист до підтримки' }
    const back = async (purchaseId: string) =>
      (await refundOrder(server.services, word, { of: purchaseId, lines: null, againstTheRule: false })).amount
    expect(await back(body.lines[1].purchase_id)).toBe(14_296)
    expect(await back(first.purchase_id)).toBe(14_900)
    expect(await back(body.lines[0].purchase_id)).toBe(10_704)
  })

  it.each([
    ['two weeks after the payment', `update purchases set paid_at = now() - interval '14 days' where id = $1`],
    ['after a test that was given and not paid for', 'update purchases set price = 0 where id = $1'],
    ['if the difference would save nothing', 'update purchases set price = 5000 where id = $1'],
  ])('the rest of a bundle is not offered %s', async (_case, change) => {
    const { purchase_id } = await buyApart('verbalnij', 149)
    expect((await offered()).rest).toMatchObject({ price: 25_000 })
    await query(change, [purchase_id])
    expect((await offered()).rest).toBeNull()
    expect((await addRest()).body.code).toBe('price_changed')
  })

  it('the rest of a bundle is not offered after a refund, to a guest, or to a buyer of the whole bundle', async () => {
    const first = await buyApart('verbalnij', 149)
    const word = { author: 'О. Оператор', reason: 'лист до підтримки' }
    await refundOrder(server.services, word, { of: first.purchase_id, lines: null, againstTheRule: false })
    expect((await offered()).rest).toBeNull()
    expect((await offered(new Person(server))).rest).toBeNull()
    const other = await newcomer(server)
    await callBack(server, paymentOf(await orderBundle(other), whole))
    expect((await offered(other)).rest).toBeNull()
  })
})

it('a declined order of a bundle is paid again as the same order at the same price', async () => {
  const bundle = await orderBundle(buyer)
  await decide(server, bundle, 'decline')
  expect((await buyer.get(`/api/purchases/${bundle.purchase_id}/`)).body).toMatchObject({
    status: 'failed',
    can_pay_again: true,
    bundle_slug: 'usi-try',
  })
  const again = await buyer.post(`/api/purchases/${bundle.purchase_id}/payment/`)
  expect(again.body).toMatchObject({ purchase_id: bundle.purchase_id, status: 'pending', price: 39_900 })
  await decide(server, again.body, 'pay')
  expect(await statusOf(buyer, bundle)).toBe('paid')
  expect(await movements(bundle)).toEqual(['payment 39900'])
})

it('an order of one test replaces that of a bundle, and the other way round; late money of the replaced bundle is refunded whole', async () => {
  const bundle = await orderBundle(buyer)
  const single = await order(buyer)
  expect(single).toMatchObject({ status: 'pending', price: 14_900 })
  expect(await statusOf(buyer, bundle)).toBe('expired')
  await callBack(server, paymentOf(single))
  expect(await statusOf(buyer, single)).toBe('paid')
  await callBack(server, paymentOf(bundle, whole))
  expect(await statusOf(buyer, bundle)).toBe('expired')
  await until(async () => (await movements(bundle)).includes('refund_sent 39900'))
  expect(await shelf()).toHaveLength(1)

  const other = await newcomer(server)
  const first = await order(other, 'logichnij')
  const all = await orderBundle(other)
  expect(await statusOf(other, first)).toBe('expired')
  await callBack(server, paymentOf(all, whole))
  expect(await statusOf(other, all)).toBe('paid')
})

it('late money of a replaced bundle is refunded, and cancels no order that waits', async () => {
  const bundle = await orderBundle(buyer)
  const bought = await order(buyer, 'logichnij')
  await callBack(server, paymentOf(bought, { amount: 199 }))
  const waiting = await order(buyer)
  await callBack(server, paymentOf(bundle, whole))
  await until(async () => (await movements(bundle)).includes('refund_sent 39900'))
  expect([await statusOf(buyer, bundle), await statusOf(buyer, waiting)]).toEqual(['expired', 'pending'])
})

it('an operator refunds one test of a bundle at its part of the price; the other tests stay, and the books have the refund', async () => {
  const bundle = await orderBundle(buyer)
  await callBack(server, paymentOf(bundle, whole))
  const word = { author: 'О. Оператор', reason: 'лист до підтримки' }
  const provider = createProvider(server.services)
  const [line] = bundle.lines
  const decided = await refundOrder(server.services, word, { of: line.purchase_id, lines: null, againstTheRule: false })
  expect([decided.orderId, decided.amount, decided.titles]).toEqual([
    bundle.purchase_id,
    11_962,
    ['Вербальний тест IQ'],
  ])
  expect(await listOwed(server.services.db, 1000)).toContainEqual(
    expect.objectContaining({ orderId: bundle.purchase_id, amount: 11_962, cause: 'operator' }),
  )
  const part = { ...whole, status: 'success', refund_amount: 119.62 }
  await callBack(server, paymentOf(bundle, part))
  await until(async () => (await shelf()).length === 2)
  expect((await offered()).can_buy).toBe(false)
  await reconcileByHand(server.services, provider, word, bundle.purchase_id)
  const rest = await refundOrder(server.services, word, { of: bundle.purchase_id, lines: null, againstTheRule: false })
  expect(rest.amount).toBe(39_900 - 11_962)
})
