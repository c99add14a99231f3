import { createSign, generateKeyPairSync } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { reconcileByHand } from '../../server/features/operator/reconcile.ts'
import { settleOrder } from '../../server/features/purchases/pay/settle-order.ts'
import { orderNowColumns } from '../../server/features/purchases/purchase-now.ts'
import { createProvider } from '../../server/payments/open-provider.ts'
import { orders } from '../../server/db/schema/purchases.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { allAtOnce } from '../support/crowd.ts'
import { type MockProvider, startMockProvider } from '../support/mock-provider.ts'
import { newcomer, type Person } from '../support/person.ts'
import { callBack, decide, order, orderBundle, paymentOf, statusOf } from '../support/sandbox.ts'
import { until } from '../support/exam-calls.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const rowsOf = async (of: TestServer, text: string, values: unknown[]) =>
  (await of.services.pool.query(text, values)).rows

const movements = async (purchase: { purchase_id: string }, of = server) =>
  (await rowsOf(of, `select kind || ' ' || amount as movement from ledger where order_id = $1`, [purchase.purchase_id]))
    .map(({ movement }) => movement)
    .toSorted()

const payAgain = (person: Person, { purchase_id }: { purchase_id: string }) =>
  person.post(`/api/purchases/${purchase_id}/payment/`)

/** How the sandbox names the second checkout of an order. */
const second = (purchase: { purchase_id: string }) => ({
  order_id: `${purchase.purchase_id}_2`,
  payment_id: `second-of-${purchase.purchase_id}`,
})

describe('an order whose payment was declined', () => {
  let buyer: Person
  let purchase: any
  beforeEach(async () => {
    buyer = await newcomer(server)
    purchase = await order(buyer)
    await decide(server, purchase, 'decline')
  })

  it('a declined order names its test, can be paid again as the same order, and is paid once', async () => {
    const declined = (await buyer.get(`/api/purchases/${purchase.purchase_id}/`)).body
    expect(declined).toMatchObject({ status: 'failed', can_pay_again: true, test_slug: 'verbalnij', checkout: null })
    const { body: open } = await payAgain(buyer, purchase)
    expect(open).toMatchObject({
      purchase_id: purchase.purchase_id,
      status: 'pending',
      price: 14_900,
      can_pay_again: false,
      checkout: { provider: 'sandbox' },
    })
    expect((await order(buyer)).purchase_id).toBe(purchase.purchase_id)
    expect(await decide(server, open, 'pay')).toBe(`/purchases?order=${purchase.purchase_id}`)
    expect(await statusOf(buyer, purchase)).toBe('paid')
    expect(await movements(purchase)).toEqual(['payment 14900'])
    expect((await buyer.get('/api/owned-tests/')).body.results).toHaveLength(1)
    expect((await payAgain(buyer, purchase)).body).toMatchObject({ status: 'paid', checkout: null })
  })

  it('a declined order that was opened again is still listed 26 hours after it was made', async () => {
    await payAgain(buyer, purchase)
    await rowsOf(server, `update orders set created_at = now() - interval '26 hours' where id = $1`, [
      purchase.purchase_id,
    ])
    expect((await buyer.get('/api/purchases/open/')).body.orders).toMatchObject([
      { purchase_id: purchase.purchase_id, status: 'pending', checkout: { provider: 'sandbox' } },
    ])
  })

  it('25 presses at the same time open one second checkout of a declined order', async () => {
    const replies = await allAtOnce([server], () => payAgain(buyer, purchase))
    expect(new Set(replies.map(({ status, body }) => `${status} ${body.purchase_id} ${body.status}`))).toEqual(
      new Set([`200 ${purchase.purchase_id} pending`]),
    )
    const [row] = await rowsOf(server, 'select checkout from orders where id = $1', [purchase.purchase_id])
    expect(row.checkout).toMatchObject({ reference: second(purchase).order_id, earlier: [purchase.purchase_id] })
  })

  it('a repeated old decline does not close an order that was opened again, and the decline of its second payment does', async () => {
    await payAgain(buyer, purchase)
    for (const _ of [1, 2, 3]) await callBack(server, paymentOf(purchase, { status: 'failure' }))
    expect(await statusOf(buyer, purchase)).toBe('pending')
    await callBack(server, paymentOf(purchase, { ...second(purchase), status: 'failure' }))
    expect(await statusOf(buyer, purchase)).toBe('failed')
  })

  it('[S32] an order whose two payment pages are both paid, each with many callbacks, is paid once, and the other payment is returned to its page', async () => {
    await payAgain(buyer, purchase)
    await allAtOnce([server], (_server, turn) =>
      callBack(server, paymentOf(purchase, turn % 2 === 0 ? second(purchase) : {})),
    )
    expect(await statusOf(buyer, purchase)).toBe('paid')
    await until(async () => (await movements(purchase)).includes('refund_sent 14900'))
    expect(await movements(purchase)).toEqual([
      'payment 14900',
      'payment 14900',
      'refund_due 14900',
      'refund_sent 14900',
    ])
    const [due] = await rowsOf(
      server,
      `select paid.details->>'reference' as reference from ledger due join ledger paid on paid.order_id = due.order_id
         and paid.kind = 'payment' and paid.details->>'payment_id' = due.details->>'payment_id'
       where due.kind = 'refund_due' and due.order_id = $1`,
      [purchase.purchase_id],
    )
    const [returned] = await rowsOf(server, 'select order_id from sandbox.returns where order_id like $1', [
      `${purchase.purchase_id}%`,
    ])
    expect(returned.order_id).toBe(due.reference)
    const [{ checkout }] = await rowsOf(server, 'select checkout from orders where id = $1', [purchase.purchase_id])
    expect([checkout.reference, ...checkout.earlier].toSorted()).toEqual([
      purchase.purchase_id,
      second(purchase).order_id,
    ])
    expect(checkout.reference).not.toBe(due.reference)
  })

  it('a press to pay a declined order again returns the newer order of the same test', async () => {
    const newer = await order(buyer)
    expect((await payAgain(buyer, purchase)).body).toMatchObject({
      purchase_id: newer.purchase_id,
      status: 'pending',
      checkout: { provider: 'sandbox' },
    })
    await callBack(server, paymentOf(newer))
    expect((await payAgain(buyer, purchase)).body).toMatchObject({ purchase_id: newer.purchase_id, status: 'paid' })
    expect(await statusOf(buyer, purchase)).toBe('failed')
  })

  it('a press to pay again and a new order at the same time lead to one live order', async () => {
    const [again, anew] = await Promise.all([payAgain(buyer, purchase), order(buyer)])
    const live = await rowsOf(server, 'select id from purchases where user_id = $1 and live', [buyer.userId])
    expect(live.map(({ id }) => id)).toEqual([anew.purchase_id])
    expect(again.body.purchase_id).toBe(anew.purchase_id)
  })

  it('a press to pay again opens no checkout if the bank says that the order is paid', async () => {
    await rowsOf(server, `update sandbox.payments set status = 'success' where order_id = $1`, [purchase.purchase_id])
    expect((await payAgain(buyer, purchase)).body).toMatchObject({ status: 'paid', checkout: null })
    expect(await movements(purchase)).toEqual(['payment 14900'])
  })

  it('a declined order is closed after five checkouts or after a day, and its test can be ordered again', async () => {
    for (const number of [2, 3, 4, 5]) {
      expect((await payAgain(buyer, purchase)).body.status).toBe('pending')
      const order_id = `${purchase.purchase_id}_${number}`
      await callBack(server, paymentOf(purchase, { order_id, payment_id: order_id, status: 'failure' }))
    }
    const fifth = await payAgain(buyer, purchase)
    expect([fifth.status, fifth.body.code]).toEqual([409, 'order_closed'])
    expect(fifth.body.detail).toMatch(/Оформіть його ще раз/)

    const other = await order(buyer)
    await decide(server, other, 'decline')
    await rowsOf(server, `update orders set created_at = now() - interval '25 hours' where id = $1`, [
      other.purchase_id,
    ])
    expect((await buyer.get(`/api/purchases/${other.purchase_id}/`)).body.can_pay_again).toBe(false)
    expect((await payAgain(buyer, other)).status).toBe(409)
    expect((await order(buyer)).purchase_id).not.toBe(other.purchase_id)
  })

  it('a declined order is listed for its owner alone until it can no longer be paid', async () => {
    const open = async (person: Person) => (await person.get('/api/purchases/open/')).body.order
    expect(await open(buyer)).toMatchObject({
      purchase_id: purchase.purchase_id,
      status: 'failed',
      can_pay_again: true,
      price: 14_900,
      test_slug: 'verbalnij',
    })
    expect(await open(await newcomer(server))).toBeNull()

    const { body: again } = await payAgain(buyer, purchase)
    expect(await open(buyer)).toMatchObject({ status: 'pending', can_pay_again: false, checkout: again.checkout })
    await decide(server, again, 'decline')
    const bundle = await orderBundle(buyer)
    await decide(server, bundle, 'decline')
    expect(await open(buyer)).toMatchObject({
      purchase_id: bundle.purchase_id,
      price: bundle.price,
      can_pay_again: true,
    })

    // One test of both orders is ordered by itself: then neither of them can be paid.
    const alone = await order(buyer)
    expect(await open(buyer)).toMatchObject({ purchase_id: alone.purchase_id, status: 'pending' })
    await callBack(server, paymentOf(alone))
    expect(await open(buyer)).toBeNull()
  })

  it('a declined order is no longer listed after a day, nor is an order whose payment page has closed', async () => {
    const open = async () => (await buyer.get('/api/purchases/open/')).body.order
    await rowsOf(server, `update orders set created_at = now() - interval '25 hours' where id = $1`, [
      purchase.purchase_id,
    ])
    expect(await open()).toBeNull()
    const other = await order(buyer)
    expect(await open()).toMatchObject({ purchase_id: other.purchase_id })
    await rowsOf(server, `update orders set checkout_expires_at = now() - interval '1 second' where id = $1`, [
      other.purchase_id,
    ])
    expect(await open()).toBeNull()
  })

  it('[S14] a stranger cannot open a declined order again: 403', async () => {
    const stranger = await newcomer(server)
    expect((await payAgain(stranger, purchase)).status).toBe(403)
    expect(await statusOf(buyer, purchase)).toBe('failed')
  })
})

describe('paying a declined order again at monobank, where each checkout is a separate invoice', () => {
  const bank = generateKeyPairSync('ec', { namedCurve: 'secp256k1' })
  const publicKey = Buffer.from(bank.publicKey.export({ type: 'spki', format: 'pem' })).toString('base64')
  let mock: MockProvider
  let shop: TestServer
  let made = 0
  let states: Record<string, object>
  /** Delays the bank's reply with the invoice of this number. */
  let madeAfter: Record<number, Promise<void>>
  beforeAll(async () => {
    mock = await startMockProvider(async ({ path, body }) => {
      if (path === '/api/merchant/pubkey') return { key: publicKey }
      if (path === '/api/merchant/invoice/create') {
        made += 1
        const number = made
        await madeAfter[number]
        return { invoiceId: `inv-${number}`, pageUrl: `https://pay.mbnk.biz/inv-${number}` }
      }
      if (path === '/api/merchant/invoice/cancel') return { status: 'processing' }
      if (path === '/api/merchant/invoice/remove') return {}
      return states[new URL(path, 'http://bank').searchParams.get('invoiceId') ?? JSON.parse(body).invoiceId] ?? 404
    })
    shop = await startTestServer({
      rounds: 'by hand',
      payment: { provider: 'monobank', token: 'a token', apiUrl: mock.url },
    })
  })
  beforeEach(() => {
    states = {}
    madeAfter = {}
  })
  afterAll(async () => {
    await shop.close()
    await mock.close()
  })

  const invoice = (purchase: any, invoiceId: string, change: object) => ({
    invoiceId,
    amount: 14_900,
    ccy: 980,
    finalAmount: 14_900,
    reference: purchase.purchase_id,
    ...change,
  })

  async function tell(state: object): Promise<void> {
    const body = JSON.stringify(state)
    const response = await fetch(`${shop.origin}/api/payments/monobank/callback/`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-sign': createSign('SHA256').update(body).sign(bank.privateKey, 'base64'),
      },
      body,
    })
    expect(response.status).toBe(200)
  }

  it('the server removes a declined invoice, still accepts its late payment, and returns the payment of the second invoice', async () => {
    const buyer = await newcomer(shop)
    const purchase = await order(buyer)
    const first = `inv-${made}`
    await tell(invoice(purchase, first, { status: 'failure', modifiedDate: '2025-03-05T10:00:00Z' }))
    const { body: open } = await payAgain(buyer, purchase)
    const other = `inv-${made}`
    expect(open.checkout.url).toBe(`https://pay.mbnk.biz/${other}`)
    expect(mock.requests.filter(({ path }) => path.endsWith('/remove')).map(({ body }) => JSON.parse(body))).toEqual([
      { invoiceId: first },
    ])

    await tell(invoice(purchase, other, { status: 'failure', modifiedDate: '2025-03-05T10:09:00Z' }))
    expect((await buyer.get(`/api/purchases/${purchase.purchase_id}/`)).body.status).toBe('failed')
    await tell(invoice(purchase, first, { status: 'success', modifiedDate: '2025-03-05T10:05:00Z' }))
    expect((await buyer.get(`/api/purchases/${purchase.purchase_id}/`)).body.status).toBe('paid')

    // The other invoice is paid as well. Its money is returned, and its status asked, under its own name.
    await tell(invoice(purchase, other, { status: 'success', modifiedDate: '2025-03-05T10:10:00Z' }))
    const cancelled = () => mock.requests.filter(({ path }) => path.endsWith('/cancel'))
    await until(async () => (await movements(purchase, shop)).includes('refund_sent 14900'))
    expect(cancelled().map(({ body }) => JSON.parse(body).invoiceId)).toEqual([other])
    expect(await movements(purchase, shop)).toEqual([
      'payment 14900',
      'payment 14900',
      'refund_due 14900',
      'refund_sent 14900',
    ])
  })

  it('the server accepts a decline of the second invoice although the bank’s clock was put back meanwhile', async () => {
    const buyer = await newcomer(shop)
    const purchase = await order(buyer)
    await tell(invoice(purchase, `inv-${made}`, { status: 'failure', modifiedDate: '2025-03-05T10:00:00Z' }))
    await payAgain(buyer, purchase)
    await tell(invoice(purchase, `inv-${made}`, { status: 'failure', modifiedDate: '2025-03-05T09:59:00Z' }))
    expect((await buyer.get(`/api/purchases/${purchase.purchase_id}/`)).body.status).toBe('failed')
  })

  /** Delays the bank's next invoice. `asked` resolves when the bank is asked; `answer` lets it reply. */
  function slowInvoice(): { asked: Promise<void>; answer: () => void } {
    const number = made + 1
    let answer: () => void = () => undefined
    madeAfter[number] = new Promise((resolve) => {
      answer = resolve
    })
    return { asked: until(async () => made >= number), answer }
  }

  const removed = () =>
    mock.requests.filter(({ path }) => path.endsWith('/remove')).map(({ body }) => JSON.parse(body).invoiceId)

  it('two presses at the same time on a declined bundle get one invoice, and the server removes the one that nobody saw', async () => {
    const buyer = await newcomer(shop)
    const purchase = await orderBundle(buyer)
    const first = `inv-${made}`
    await tell(invoice(purchase, first, { status: 'failure' }))
    const slow = slowInvoice()
    const late = payAgain(buyer, purchase)
    await slow.asked
    const unshown = `inv-${made}`
    const taken = await payAgain(buyer, purchase)
    const shown = `inv-${made}`
    slow.answer()
    expect([taken, await late].map(({ body }) => body.checkout.url)).toEqual([
      `https://pay.mbnk.biz/${shown}`,
      `https://pay.mbnk.biz/${shown}`,
    ])
    expect(removed()).toEqual(expect.arrayContaining([first, unshown]))
    expect(removed()).not.toContain(shown)
  })

  it('an invoice that was opened and declined while the bank answered another press late still opens the test when it is paid', async () => {
    const buyer = await newcomer(shop)
    const purchase = await order(buyer)
    await tell(invoice(purchase, `inv-${made}`, { status: 'failure' }))
    const slow = slowInvoice()
    const late = payAgain(buyer, purchase)
    await slow.asked
    await payAgain(buyer, purchase)
    const second = `inv-${made}`
    await tell(invoice(purchase, second, { status: 'failure' }))
    slow.answer()
    await late
    await tell(invoice(purchase, second, { status: 'success' }))
    expect((await buyer.get(`/api/purchases/${purchase.purchase_id}/`)).body.status).toBe('paid')
  })

  it('a status request for the expired first invoice does not end the invoice that was opened meanwhile', async () => {
    const buyer = await newcomer(shop)
    const purchase = await order(buyer)
    const first = `inv-${made}`
    await tell(invoice(purchase, first, { status: 'failure' }))
    await rowsOf(shop, `update orders set checkout_expires_at = now() - interval '1 minute' where id = $1`, [
      purchase.purchase_id,
    ])
    let answer: (state: object) => void = () => undefined
    states = { [first]: new Promise<object>((resolve) => (answer = resolve)) }
    const [ordered] = await shop.services.db
      .select(orderNowColumns)
      .from(orders)
      .where(eq(orders.id, purchase.purchase_id))
    const settled = settleOrder(shop.services, createProvider(shop.services), ordered!, 0)
    await until(async () => mock.requests.some(({ path }) => path.endsWith(`/status?invoiceId=${first}`)))
    await payAgain(buyer, purchase)
    answer(invoice(purchase, first, { status: 'failure' }))
    await settled
    expect((await buyer.get(`/api/purchases/${purchase.purchase_id}/`)).body).toMatchObject({
      status: 'pending',
      checkout: { url: `https://pay.mbnk.biz/inv-${made}` },
    })
    expect(removed()).not.toContain(`inv-${made}`)
  })

  it('the server asks the bank about earlier invoices too, and opens the test of a payment whose callback was lost', async () => {
    const buyer = await newcomer(shop)
    const purchase = await order(buyer)
    const first = `inv-${made}`
    await tell(invoice(purchase, first, { status: 'failure', modifiedDate: '2025-03-05T10:00:00Z' }))
    await payAgain(buyer, purchase)
    states = {
      [first]: invoice(purchase, first, { status: 'success', modifiedDate: '2025-03-05T10:05:00Z' }),
      [`inv-${made}`]: invoice(purchase, `inv-${made}`, { status: 'created', modifiedDate: '2025-03-05T10:05:00Z' }),
    }
    const [ordered] = await shop.services.db
      .select(orderNowColumns)
      .from(orders)
      .where(eq(orders.id, purchase.purchase_id))
    await settleOrder(shop.services, createProvider(shop.services), ordered!, 0)
    expect((await buyer.get('/api/owned-tests/')).body.results).toMatchObject([{ id: purchase.purchase_id }])
  })

  describe('an order of two declined invoices whose first one was paid later', () => {
    let buyer: Person
    let purchase: any
    let first: string
    let second: string
    beforeEach(async () => {
      buyer = await newcomer(shop)
      purchase = await order(buyer)
      first = `inv-${made}`
      await tell(invoice(purchase, first, { status: 'failure', modifiedDate: '2025-03-05T10:00:00Z' }))
      await payAgain(buyer, purchase)
      second = `inv-${made}`
      await tell(invoice(purchase, second, { status: 'expired', modifiedDate: '2025-03-06T10:00:00Z' }))
    })

    const paidLate = () => invoice(purchase, first, { status: 'success', modifiedDate: '2025-03-05T10:05:00Z' })
    const reconcile = () =>
      reconcileByHand(
        shop.services,
        createProvider(shop.services),
        { author: 'О. Оператор', reason: 'лист до підтримки' },
        purchase.purchase_id,
      )

    it('an operator’s reconciliation asks the bank about both invoices of an order, and opens it by the paid one', async () => {
      states = { [first]: paidLate(), [second]: invoice(purchase, second, { status: 'expired' }) }
      const news = { before: 'failed', after: 'paid', added: [{ kind: 'payment', amount: 14_900, currency: 'UAH' }] }
      expect(await reconcile()).toMatchObject(news)
      expect(await movements(purchase, shop)).toEqual(['payment 14900'])
      // A paid order is asked about by both invoices: the other one may be paid as well.
      const before = mock.requests.length
      expect((await reconcile()).act).toBeNull()
      const asked = mock.requests.slice(before).map(({ path }) => path.split('invoiceId=')[1])
      expect([asked.includes(first), asked.includes(second)]).toEqual([true, true])
    })

    it('an operator’s reconciliation opens an order although the bank no longer knows its second invoice', async () => {
      states = { [first]: paidLate() }
      expect(await reconcile()).toMatchObject({ before: 'failed', after: 'paid' })
      states = {}
      await expect(reconcile()).rejects.toThrow('answered 404')
    })
  })
})
