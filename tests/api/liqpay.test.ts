import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listWithheld, listOwed } from '../../server/features/purchases/refund/list-owed.ts'
import { reconcileOrder } from '../../server/features/purchases/rounds/reconcile-order.ts'
import { reconcilePaid } from '../../server/features/purchases/rounds/reconcile-paid.ts'
import { refundPurchase } from '../../server/features/purchases/refund/refund-lines.ts'
import { retireUnanswered } from '../../server/features/purchases/rounds/retire-purchases.ts'
import { sendRefund } from '../../server/features/purchases/rounds/send-refund.ts'
import { createProvider } from '../../server/payments/open-provider.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { type MockProvider, startMockProvider } from '../support/mock-provider.ts'
import { newcomer, type Person } from '../support/person.ts'
import { order, orderBundle, statusOf } from '../support/sandbox.ts'
import { until } from '../support/exam-calls.ts'

const keys = { publicKey: 'i00000000', privateKey: 'a private key of the tests' }

/** LiqPay's signature: base64(sha1(private_key + data + private_key)). */
const sign = (data: string) =>
  createHash('sha1')
    .update(keys.privateKey + data + keys.privateKey)
    .digest('base64')
const encode = (message: object) => Buffer.from(JSON.stringify(message)).toString('base64')
const decode = (data: string) => JSON.parse(Buffer.from(data, 'base64').toString('utf8'))

let mock: MockProvider
let answer: object | number
/** Replies about the orders named here; the others get `answer`. */
let answers: Record<string, object>
let production: TestServer
let trial: TestServer
let buyer: Person
beforeAll(async () => {
  mock = await startMockProvider(
    ({ body }) => answers[decode(new URLSearchParams(body).get('data')!).order_id] ?? answer,
  )
  const payment = { provider: 'liqpay' as const, ...keys, apiUrl: mock.url }
  production = await startTestServer({
    rounds: 'by hand',
    payment,
    production: true,
    publicOrigin: 'https://iq.example',
  })
  trial = await startTestServer({ rounds: 'by hand', payment, sharing: production })
})
beforeEach(async () => {
  answer = { result: 'error', err_code: 'payment_not_found' }
  answers = {}
  mock.requests.length = 0
  buyer = await newcomer(production)
})
afterAll(async () => {
  await trial.close()
  await production.close()
  await mock.close()
})

/** Requests about this order; returns of other orders may be on their way too. */
const requestsAbout = (purchase: any) =>
  mock.requests.filter(({ body }) => decode(new URLSearchParams(body).get('data')!).order_id === purchase.purchase_id)

const messageOf = (purchase: any, change: object = {}) => ({
  payment_id: `1${purchase.purchase_id}`,
  order_id: purchase.purchase_id,
  status: 'success',
  amount: 149.0,
  currency: 'UAH',
  version: 3,
  public_key: keys.publicKey,
  ...change,
})

async function callBack(server: TestServer, message: object, signature = sign(encode(message))): Promise<number> {
  const body = new URLSearchParams({ data: encode(message), signature })
  const response = await fetch(`${server.origin}/api/payments/liqpay/callback/`, { method: 'POST', body })
  return response.status
}

it('[S13] calls that wait for a silent bank hold no place in the lane of ordinary calls', async () => {
  const other = await newcomer(production)
  const [purchase] = [await order(buyer), await order(other)]
  let say = (_reply: object) => {}
  answer = new Promise<object>((resolve) => {
    say = resolve
  })
  const calls = [statusOf(buyer, purchase), other.get('/api/owned-tests/')] as const
  await until(async () => mock.requests.length === 2)
  expect(production.app.lanes.ordinary.load).toEqual({ running: 0, waiting: 0 })
  say({ result: 'error', err_code: 'payment_not_found' })
  expect([await calls[0], (await calls[1]).status]).toEqual(['pending', 200])
  expect(production.app.lanes.ordinary.load).toEqual({ running: 0, waiting: 0 })
})

describe('LiqPay', () => {
  it('LiqPay takes one payment for a bundle, and is asked to refund one test of it at its part of the price', async () => {
    const bundle = await orderBundle(buyer)
    expect(decode(bundle.checkout.fields.data)).toMatchObject({
      amount: 399,
      description: 'Усі три тести IQ: доступ до тестів',
      order_id: bundle.purchase_id,
    })
    expect(await callBack(production, messageOf(bundle, { amount: 399 }))).toBe(200)
    expect(await statusOf(buyer, bundle)).toBe('paid')
    const purchaseId = bundle.lines[2].purchase_id
    answer = { result: 'ok', status: 'wait_reserve' }
    const { refundId } = await production.services.db.transaction((tx) =>
      refundPurchase(tx, { purchaseId, author: 'О. Оператор', reason: 'лист до підтримки' }),
    )
    await sendRefund(production.services, createProvider(production.services), refundId)
    const asked = requestsAbout(bundle).map(({ body }) => decode(new URLSearchParams(body).get('data')!))
    expect(asked).toContainEqual(expect.objectContaining({ action: 'refund', amount: 159.76 }))
  })

  it('[S1.08] LiqPay gets a signed checkout form of version 3 in hryvnias', async () => {
    const { checkout, purchase_id } = await order(buyer)
    expect(checkout).toMatchObject({ provider: 'liqpay', method: 'POST', url: `${mock.url}/api/3/checkout` })
    expect(checkout.fields.signature).toBe(sign(checkout.fields.data))
    expect(decode(checkout.fields.data)).toMatchObject({
      version: 3,
      public_key: keys.publicKey,
      action: 'pay',
      amount: 149,
      currency: 'UAH',
      order_id: purchase_id,
      result_url: `https://iq.example/purchases?order=${purchase_id}`,
      server_url: 'https://iq.example/api/payments/liqpay/callback/',
    })
    expect(JSON.stringify(checkout)).not.toContain(keys.privateKey)
  })

  it('a LiqPay callback that arrives three times opens the test', async () => {
    const purchase = await order(buyer)
    for (let delivery = 0; delivery < 3; delivery += 1)
      expect(await callBack(production, messageOf(purchase))).toBe(200)
    expect(await statusOf(buyer, purchase)).toBe('paid')
  })

  it('the second checkout of an order that LiqPay declined has another name there, and its callback opens the test', async () => {
    const purchase = await order(buyer)
    await callBack(production, messageOf(purchase, { status: 'failure' }))
    const { body: open } = await buyer.post(`/api/purchases/${purchase.purchase_id}/payment/`)
    const { order_id, amount, result_url } = decode(open.checkout.fields.data)
    expect([order_id, amount]).toEqual([`${purchase.purchase_id}_2`, 149])
    expect(result_url).toMatch(new RegExp(`\\?order=${purchase.purchase_id}$`))
    expect(await callBack(production, messageOf(purchase, { order_id, payment_id: 'of the second' }))).toBe(200)
    expect(await statusOf(buyer, purchase)).toBe('paid')
  })

  describe('an order whose first checkout was declined and then paid without a callback, after the second was paid', () => {
    let purchase: any
    beforeEach(async () => {
      purchase = await order(buyer)
      await callBack(production, messageOf(purchase, { status: 'failure' }))
      await buyer.post(`/api/purchases/${purchase.purchase_id}/payment/`)
      const second = messageOf(purchase, {
        order_id: `${purchase.purchase_id}_2`,
        payment_id: `2${purchase.purchase_id}`,
      })
      await callBack(production, second)
      const states = [messageOf(purchase), second].map((state) => [state.order_id, { result: 'ok', ...state }])
      answers = Object.fromEntries(states)
    })

    const owed = async () => (await listOwed(production.services.db, 1000)).find(isOfIt)
    const isOfIt = ({ orderId }: { orderId: string }) => orderId === purchase.purchase_id

    it('the daily round asks LiqPay, and the server then owes the buyer the second payment of an order', async () => {
      const { pool } = production.services
      await pool.query(`update orders set ask_at = now() - interval '1 minute' where id = $1`, [purchase.purchase_id])
      await reconcilePaid(production.services, createProvider(production.services))
      expect(await owed()).toMatchObject({ paymentId: `1${purchase.purchase_id}`, amount: 14_900, cause: 'surplus' })
      expect(await statusOf(buyer, purchase)).toBe('paid')
    })

    it('the server owes the buyer the second payment of an order when an operator reconciles it', async () => {
      await reconcileOrder(production.services, createProvider(production.services), purchase.purchase_id)
      expect(await owed()).toMatchObject({ paymentId: `1${purchase.purchase_id}`, amount: 14_900 })
    })

    it('the server owes the buyer the payment of a first checkout if LiqPay has only reported the second one as returned', async () => {
      const other = await order(await newcomer(production))
      const id = other.purchase_id
      const { pool, db } = production.services
      const checkouts = { reference: `${id}_2`, earlier: [id] }
      await pool.query('update orders set checkout = checkout || $2::jsonb where id = $1', [id, checkouts])
      await callBack(production, messageOf(other, { order_id: `${id}_2`, payment_id: `2${id}`, status: 'reversed' }))
      answers = { [id]: { result: 'ok', ...messageOf(other) } }
      await pool.query(`update orders set ask_at = now() - interval '1 minute' where id = $1 and ask_at is not null`, [
        id,
      ])
      await reconcilePaid(production.services, createProvider(production.services))
      expect((await listOwed(db, 1000)).filter(({ orderId }) => orderId === id)).toMatchObject([
        { paymentId: `1${id}`, amount: 14_900, cause: 'surplus' },
      ])
    })

    it('the server owes the buyer the payment of a first checkout after the payment of the second was returned whole', async () => {
      const second = { ...answers[`${purchase.purchase_id}_2`], status: 'reversed' }
      answers[`${purchase.purchase_id}_2`] = second
      await callBack(production, second)
      expect(await statusOf(buyer, purchase)).toBe('refunded')
      await production.services.pool.query(
        `update orders set ask_at = now() - interval '1 minute' where id = $1 and ask_at is not null`,
        [purchase.purchase_id],
      )
      await reconcilePaid(production.services, createProvider(production.services))
      expect(await owed()).toMatchObject({ paymentId: `1${purchase.purchase_id}`, amount: 14_900 })
    })
  })

  it.each([
    ['wait_accept', ''],
    ['wait_card', ' @full'],
    ['wait_lc', ' @full'],
    ['hold_wait', ''],
  ] as const)(
    'an order whose money LiqPay holds (%s) is still pending and asked about after 59 days, not sold again and listed for operators%s',
    async (status, _extent) => {
      const purchase = await order(buyer)
      const id = purchase.purchase_id
      const { pool, db } = production.services
      const provider = createProvider(production.services)
      await callBack(production, messageOf(purchase, { status }))
      answer = messageOf(purchase, { result: 'ok', status })
      const read = async () => (await buyer.get(`/api/purchases/${id}/`)).body
      const held = { purchase_id: id, status: 'pending', money_held: true, checkout: null, can_pay_again: false }
      expect(await read()).toMatchObject(held)
      expect((await buyer.get('/api/purchases/open/')).body.orders).toMatchObject([held])

      await pool.query(
        `update orders set created_at = created_at - interval '59 days', checkout_expires_at = now() - interval '58 days',
           ask_at = now() - interval '1 minute' where id = $1`,
        [id],
      )
      await retireUnanswered(production.services, 'liqpay')
      mock.requests.length = 0
      await reconcilePaid(production.services, provider)
      expect(requestsAbout(purchase)).toHaveLength(1)
      expect(await read()).toMatchObject(held)
      expect((await order(buyer)).purchase_id).toBe(id)
      expect(await listWithheld(db, 1000)).toContainEqual(
        expect.objectContaining({ orderId: id, status, amount: 14_900, is_taken: true }),
      )

      answer = messageOf(purchase, { result: 'ok', status: 'success' })
      await pool.query(`update orders set ask_at = now() - interval '1 minute' where id = $1`, [id])
      await reconcilePaid(production.services, provider)
      expect(await read()).toMatchObject({ status: 'paid', money_held: false })
      await callBack(production, messageOf(purchase, { status }))
      expect((await listWithheld(db, 1000)).filter(({ orderId }) => orderId === id)).toEqual([])
    },
  )

  it('money that LiqPay holds reopens an order that was given up; if another order opens its test first, the money is owed', async () => {
    const givenUp = await order(buyer)
    await callBack(production, messageOf(givenUp, { status: 'failure' }))
    const second = await order(buyer)
    await callBack(production, messageOf(givenUp, { status: 'wait_accept' }))
    expect(await statusOf(buyer, givenUp)).toBe('pending')
    expect((await order(buyer)).purchase_id).toBe(givenUp.purchase_id)
    // The other order's page is paid. Its money opens the test, and the first order's is returned when it comes.
    await callBack(production, messageOf(second))
    expect(await statusOf(buyer, second)).toBe('paid')
    await callBack(production, messageOf(givenUp))
    const owed = (await listOwed(production.services.db, 1000)).filter(({ orderId }) => orderId === givenUp.purchase_id)
    expect(owed).toMatchObject([{ amount: 14_900, cause: 'surplus' }])
  })

  it('an order whose held payment LiqPay declines after all can be paid again', async () => {
    const purchase = await order(buyer)
    await callBack(production, messageOf(purchase, { status: 'wait_accept' }))
    await callBack(production, messageOf(purchase, { status: 'failure' }))
    expect((await buyer.get(`/api/purchases/${purchase.purchase_id}/`)).body).toMatchObject({
      status: 'failed',
      money_held: false,
      can_pay_again: true,
    })
  })

  it('an order whose payment LiqPay still checks, or reports by an unknown status, stays pending and cannot be cancelled', async () => {
    for (const status of ['processing', 'wait_secure', 'a word of next year']) {
      const person = await newcomer(production)
      const purchase = await order(person)
      answer = messageOf(purchase, { result: 'ok', status })
      await production.services.pool.query(
        `update orders set checkout_expires_at = now() - interval '1 minute' where id = $1`,
        [purchase.purchase_id],
      )
      const checking = {
        purchase_id: purchase.purchase_id,
        status: 'pending',
        money_held: false,
        payment_checking: true,
      }
      expect((await person.get(`/api/purchases/${purchase.purchase_id}/`)).body).toMatchObject(checking)
      expect((await person.get('/api/purchases/open/')).body.orders).toMatchObject([checking])
      expect((await order(person)).purchase_id).toBe(purchase.purchase_id)
      const refused = await person.post(`/api/purchases/${purchase.purchase_id}/cancellation/`)
      expect([refused.status, refused.body.code]).toEqual([409, 'money_held'])
      expect(refused.body.detail).not.toMatch(/списа/)
      mock.requests.length = 0
      await Promise.all(Array.from({ length: 5 }, () => statusOf(person, purchase)))
      expect(requestsAbout(purchase).length).toBeLessThanOrEqual(1)
    }
  })

  it('an order expires after seven days of checking by LiqPay, and its late money opens the test or is owed to the buyer', async () => {
    const { pool, db } = production.services
    const [opens, isOwed] = [await newcomer(production), await newcomer(production)]
    for (const person of [opens, isOwed]) {
      const purchase = await order(person)
      const id = purchase.purchase_id
      await pool.query(`update orders set checkout_expires_at = now() - interval '1 minute' where id = $1`, [id])
      await callBack(production, messageOf(purchase, { status: 'wait_secure' }))
      const letGoAfter = async (days: number) => {
        const since = new Date(Date.now() - days * 86_400_000).toISOString()
        await pool.query(`update orders set held = jsonb_set(held, '{0,since}', to_jsonb($2::text)) where id = $1`, [
          id,
          since,
        ])
        await retireUnanswered(production.services, 'liqpay')
        return statusOf(person, purchase)
      }
      answer = messageOf(purchase, { result: 'ok', status: 'wait_secure' })
      expect(await letGoAfter(6.9)).toBe('pending')
      expect(await letGoAfter(7.1)).toBe('expired')
      const next = person === isOwed ? await order(person) : null
      if (next !== null) {
        expect(next.purchase_id).not.toBe(id)
        await callBack(production, messageOf(next))
      }
      await callBack(production, messageOf(purchase))
      const owed = (await listOwed(db, 1000)).filter(({ orderId }) => orderId === id)
      expect([await statusOf(person, purchase), owed.length]).toEqual(next === null ? ['paid', 0] : ['expired', 1])
    }
  })

  it('the LiqPay status wait_compensation opens a test, and the success that follows is not booked again', async () => {
    const purchase = await order(buyer)
    await callBack(production, messageOf(purchase, { status: 'wait_compensation' }))
    expect(await statusOf(buyer, purchase)).toBe('paid')
    await callBack(production, messageOf(purchase))
    const { rows } = await production.services.pool.query('select kind from ledger where order_id = $1', [
      purchase.purchase_id,
    ])
    expect(rows).toEqual([{ kind: 'payment' }])
  })

  it('a LiqPay callback with a bad signature or another amount is refused', async () => {
    const purchase = await order(buyer)
    expect(await callBack(production, messageOf(purchase), 'AAAA')).toBe(400)
    expect(await callBack(production, messageOf(purchase, { amount: 1 }))).toBe(400)
    expect(await statusOf(buyer, purchase)).toBe('pending')
  })

  it('the LiqPay status sandbox opens no test in production, and opens it on a trial server', async () => {
    const purchase = await order(buyer)
    expect(await callBack(production, messageOf(purchase, { status: 'sandbox' }))).toBe(200)
    expect(await statusOf(buyer, purchase)).toBe('pending')
    expect(await callBack(trial, messageOf(purchase, { status: 'sandbox' }))).toBe(200)
    expect(await statusOf(buyer, purchase)).toBe('paid')
  })

  it('the server asks LiqPay for the status of an order when no callback came', async () => {
    const purchase = await order(buyer)
    answer = messageOf(purchase, { result: 'ok' })
    expect(await statusOf(buyer, purchase)).toBe('paid')
    const [request] = requestsAbout(purchase)
    const form = new URLSearchParams(request!.body)
    expect(request!.path).toBe('/api/request')
    expect(form.get('signature')).toBe(sign(form.get('data')!))
    expect(decode(form.get('data')!)).toMatchObject({ action: 'status', order_id: purchase.purchase_id, version: 3 })
  })

  it('a LiqPay status of another order than the server asked about is ignored, and neither order is paid', async () => {
    const { pool } = production.services
    const asked = await order(buyer)
    const other = await order(await newcomer(production))
    answer = messageOf(other, { result: 'ok' })
    await pool.query(`update orders set checkout_expires_at = now() - interval '1 minute' where id = $1`, [
      asked.purchase_id,
    ])
    expect(await statusOf(buyer, asked)).toBe('pending')
    const reconciled = reconcileOrder(production.services, createProvider(production.services), asked.purchase_id)
    await expect(reconciled).rejects.toThrow('liqpay was asked about one payment and told of another')
    const { rows } = await pool.query('select status from orders where id = $1', [other.purchase_id])
    expect(rows).toEqual([{ status: 'pending' }])
  })

  it('an order stays pending while LiqPay replies 502', async () => {
    const purchase = await order(buyer)
    answer = 502
    expect(await statusOf(buyer, purchase)).toBe('pending')
    const over = `update orders set checkout_expires_at = now() - interval '1 minute' where id = $1`
    await production.services.pool.query(over, [purchase.purchase_id])
    const { body } = await buyer.get(`/api/purchases/${purchase.purchase_id}/`)
    expect(body).toMatchObject({ status: 'pending', checkout: null })
  })

  it('the server asks LiqPay once for five polls of an order at the same time', async () => {
    const purchase = await order(buyer)
    await Promise.all(Array.from({ length: 5 }, () => statusOf(buyer, purchase)))
    expect(requestsAbout(purchase)).toHaveLength(1)
  })

  it('the server asks LiqPay to return a second payment of an order', async () => {
    const purchase = await order(buyer)
    answer = { result: 'ok', status: 'reversed' }
    await callBack(production, messageOf(purchase))
    await callBack(production, messageOf(purchase, { payment_id: `2${purchase.purchase_id}` }))
    const refunds = () =>
      requestsAbout(purchase)
        .map(({ body }) => decode(new URLSearchParams(body).get('data')!))
        .filter(({ action }) => action === 'refund')
    await until(async () => refunds().length > 0)
    expect(refunds()[0]).toMatchObject({ amount: 149 })
  })

  it('[S34] a partial refund that LiqPay reports three times by refund_amount is booked once, and the test stays open', async () => {
    const purchase = await order(buyer)
    await callBack(production, messageOf(purchase))
    for (let delivery = 0; delivery < 3; delivery += 1) {
      await callBack(production, messageOf(purchase, { status: 'reversed', refund_amount: 49.0 }))
    }
    expect(await statusOf(buyer, purchase)).toBe('paid')
    await callBack(production, messageOf(purchase, { status: 'reversed', refund_amount: '149.00' }))
    expect(await statusOf(buyer, purchase)).toBe('refunded')
    const { rows } = await production.services.pool.query(
      `select amount from ledger where order_id = $1 and kind = 'refund' order by recorded_at`,
      [purchase.purchase_id],
    )
    expect(rows.map(({ amount }) => amount)).toEqual([4900, 10_000])
  })

  it('[S34] the server asks LiqPay about a refund that was accepted and not made, and does not count a refused one as sent', async () => {
    const purchase = await order(buyer)
    await callBack(production, messageOf(purchase))
    const { refundId } = await production.services.db.transaction((tx) =>
      refundPurchase(tx, { purchaseId: purchase.purchase_id, author: 'olena', reason: 'лист' }),
    )
    const provider = createProvider(production.services)
    const tryNow = async () => {
      await production.services.pool.query(`update refunds set next_try_at = now() - interval '1 s' where id = $1`, [
        refundId,
      ])
      await sendRefund(production.services, provider, refundId)
      return (await listOwed(production.services.db)).find((owed) => owed.refundId === refundId)
    }
    answer = { result: 'ok', status: 'failure' }
    expect(await tryNow()).toMatchObject({ sentAt: null, lastError: 'LiqPay: failure' })
    // From now on the bank is asked for the status first. The same reply describes no payment, so nothing of it is believed.
    expect(await tryNow()).toMatchObject({ sentAt: null, lastError: 'the signed data describe no payment' })
    answer = { result: 'error', status: 'error', err_code: 'payment_not_found', err_description: 'not enough money' }
    expect(await tryNow()).toMatchObject({ sentAt: null, lastError: 'LiqPay: payment_not_found not enough money' })
    answer = messageOf(purchase, { result: 'ok', status: 'wait_reserve' })
    expect((await tryNow())?.sentAt).toEqual(expect.any(Date))
    const waiting = await tryNow()
    expect([waiting?.sentAt, waiting?.lastError]).toEqual([expect.any(Date), 'liqpay has not returned it yet'])
    expect(await statusOf(buyer, purchase)).toBe('paid')
    answer = messageOf(purchase, { result: 'ok', status: 'reversed' })
    expect(await tryNow()).toBeUndefined()
    expect(await statusOf(buyer, purchase)).toBe('refunded')
  })
})
