import { createSign, generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { callOn, readCall } from '../../server/admin/read-call.ts'
import { reconcile } from '../../server/admin/commands/reconcile.ts'
import { refundPurchase } from '../../server/features/purchases/refund/refund-lines.ts'
import { sendRefund } from '../../server/features/purchases/rounds/send-refund.ts'
import { createProvider } from '../../server/payments/open-provider.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { type MockProvider, startMockProvider } from '../support/mock-provider.ts'
import { newcomer, type Person } from '../support/person.ts'
import { order, orderBundle, statusOf } from '../support/sandbox.ts'
import { until } from '../support/exam-calls.ts'

const bank = generateKeyPairSync('ec', { namedCurve: 'secp256k1' })
const stranger = generateKeyPairSync('ec', { namedCurve: 'secp256k1' })
const publicKey = Buffer.from(bank.publicKey.export({ type: 'spki', format: 'pem' })).toString('base64')

let mock: MockProvider
let isAway: boolean
let keyOfTheBank = 'bm8ga2V5'
let invoiceStatus: object | number
/** Replies about the orders named here; the others get `invoiceStatus`. */
let invoiceStatuses: Record<string, object | number>
let cancelReply: object | number
let removeReply: object | number
let server: TestServer
let buyer: Person
beforeAll(async () => {
  mock = await startMockProvider(({ path, body }) => {
    if (isAway) return 503
    if (path === '/api/merchant/pubkey') return { key: keyOfTheBank }
    if (path === '/api/merchant/invoice/create') {
      const invoiceId = `inv-${JSON.parse(body).merchantPaymInfo.reference}`
      return { invoiceId, pageUrl: `https://pay.mbnk.biz/${invoiceId}` }
    }
    if (path === '/api/merchant/invoice/cancel') return cancelReply
    if (path === '/api/merchant/invoice/remove') return removeReply
    const [known] = Object.entries(invoiceStatuses).filter(([id]) => path.includes(id))
    return known === undefined ? invoiceStatus : known[1]
  })
  server = await startTestServer({
    rounds: 'by hand',
    payment: { provider: 'monobank', token: 'a token', apiUrl: mock.url },
  })
})
beforeEach(async () => {
  isAway = false
  invoiceStatus = 404
  invoiceStatuses = {}
  cancelReply = { status: 'processing', createdDate: '2025-03-05T10:00:00Z', modifiedDate: '2025-03-05T10:00:00Z' }
  removeReply = {}
  buyer = await newcomer(server)
})
afterAll(async () => {
  await server.close()
  await mock.close()
})

const invoiceOf = (purchase: any, change: object = {}) => ({
  invoiceId: `inv-${purchase.purchase_id}`,
  status: 'success',
  amount: 14_900,
  ccy: 980,
  finalAmount: 14_900,
  reference: purchase.purchase_id,
  modifiedDate: '2025-03-05T10:00:00Z',
  ...change,
})

async function callBack(body: string, { key = bank.privateKey, signed = body } = {}): Promise<number> {
  const signature = createSign('SHA256').update(signed).sign(key, 'base64')
  const response = await fetch(`${server.origin}/api/payments/monobank/callback/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-sign': signature },
    body,
  })
  return response.status
}

describe('monobank', () => {
  it('[S1.08] the server makes a monobank invoice in kopiykas, and the page of the invoice is the checkout', async () => {
    const purchase = await order(buyer)
    expect(purchase.checkout).toEqual({
      provider: 'monobank',
      method: 'GET',
      url: `https://pay.mbnk.biz/inv-${purchase.purchase_id}`,
      fields: {},
    })
    const asked = mock.requests.findLast(({ path }) => path === '/api/merchant/invoice/create')!
    expect(asked.headers['x-token']).toBe('a token')
    expect(JSON.parse(asked.body)).toMatchObject({
      amount: 14_900,
      ccy: 980,
      merchantPaymInfo: { reference: purchase.purchase_id },
      redirectUrl: `${server.origin}/purchases?order=${purchase.purchase_id}`,
      webHookUrl: `${server.origin}/api/payments/monobank/callback/`,
    })
  })

  it('the server answers 503 to a webhook while the bank’s key is invalid or the bank is away, and accepts it later', async () => {
    const purchase = await order(buyer)
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const aMinutePasses = () => vi.setSystemTime(Date.now() + 60_000)
    expect(await callBack(JSON.stringify(invoiceOf(purchase)))).toBe(503)
    keyOfTheBank = publicKey
    isAway = true
    aMinutePasses()
    expect(await callBack(JSON.stringify(invoiceOf(purchase)))).toBe(503)
    isAway = false
    aMinutePasses()
    expect(await callBack(JSON.stringify(invoiceOf(purchase)))).toBe(200)
    expect(await statusOf(buyer, purchase)).toBe('paid')
  })

  it('a webhook with a valid signature of its exact bytes opens the test', async () => {
    const purchase = await order(buyer)
    // Unusual spaces and order: the bytes must be verified, not our reading of them.
    const body = `{ "status":"success",\n ${JSON.stringify(invoiceOf(purchase)).slice(1)}`
    expect(await callBack(body)).toBe(200)
    expect(await statusOf(buyer, purchase)).toBe('paid')
  })

  it('one invoice pays for a bundle, and the refund of one test closes that test alone', async () => {
    const bundle = await orderBundle(buyer)
    const asked = mock.requests.findLast(({ path }) => path === '/api/merchant/invoice/create')!
    expect(JSON.parse(asked.body)).toMatchObject({
      amount: 39_900,
      merchantPaymInfo: { reference: bundle.purchase_id },
    })
    const whole = { amount: 39_900, finalAmount: 39_900 }
    expect(await callBack(JSON.stringify(invoiceOf(bundle, whole)))).toBe(200)
    expect(await statusOf(buyer, bundle)).toBe('paid')
    const { purchase_id: purchaseId, price } = bundle.lines[0]
    const { refundId } = await server.services.db.transaction((tx) =>
      refundPurchase(tx, { purchaseId, author: 'О. Оператор', reason: 'лист до підтримки' }),
    )
    await sendRefund(server.services, createProvider(server.services), refundId)
    const cancel = mock.requests.findLast(({ path }) => path === '/api/merchant/invoice/cancel')!
    expect(JSON.parse(cancel.body)).toMatchObject({ invoiceId: `inv-${bundle.purchase_id}`, amount: price })
    const part = { ...whole, finalAmount: 39_900 - price, modifiedDate: '2025-03-05T11:00:00Z' }
    expect(await callBack(JSON.stringify(invoiceOf(bundle, part)))).toBe(200)
    const { body } = await buyer.get(`/api/purchases/${bundle.purchase_id}/`)
    expect([body.status, ...body.lines.map(({ status }: { status: string }) => status)]).toEqual([
      'paid',
      'refunded',
      'paid',
      'paid',
    ])
  })

  it('the server refuses a webhook with one changed byte, with a stranger’s key or without a signature', async () => {
    const purchase = await order(buyer)
    const body = JSON.stringify(invoiceOf(purchase))
    expect(await callBack(`${body} `, { signed: body })).toBe(400)
    expect(await callBack(body, { key: stranger.privateKey })).toBe(400)
    const unsigned = await fetch(`${server.origin}/api/payments/monobank/callback/`, { method: 'POST', body })
    expect(unsigned.status).toBeGreaterThanOrEqual(400)
    expect(await statusOf(buyer, purchase)).toBe('pending')
  })

  it('the server asks the bank for its key at most once during 30 forged webhooks', async () => {
    const before = mock.requests.filter(({ path }) => path === '/api/merchant/pubkey').length
    const forge = () => callBack('{}', { key: stranger.privateKey })
    for (let forged = 0; forged < 5; forged += 1) await forge()
    expect(await Promise.all(Array.from({ length: 25 }, forge))).toEqual(Array(25).fill(400))
    expect(mock.requests.filter(({ path }) => path === '/api/merchant/pubkey').length - before).toBeLessThanOrEqual(1)
  })

  it('an order stays paid if its webhooks are repeated and arrive out of order', async () => {
    const purchase = await order(buyer)
    for (const status of ['success', 'processing', 'created', 'success', 'failure']) {
      expect(await callBack(JSON.stringify(invoiceOf(purchase, { status })))).toBe(200)
    }
    expect(await statusOf(buyer, purchase)).toBe('paid')
  })

  it.each([
    ['amount', { amount: 1 }],
    ['currency', { ccy: 840 }],
    ['order', { reference: '00000000-0000-4000-8000-000000000000' }],
  ])('a signed webhook with another %s gets 400 and opens nothing', async (_what, change) => {
    const purchase = await order(buyer)
    expect(await callBack(JSON.stringify(invoiceOf(purchase, change)))).toBe(400)
    expect(await statusOf(buyer, purchase)).toBe('pending')
  })

  it('a signed webhook about an invoice of another shop neither opens, fails nor refunds an order', async () => {
    const purchase = await order(buyer)
    const tell = (change: object) => callBack(JSON.stringify(invoiceOf(purchase, change)))
    const foreign = { invoiceId: 'inv-of-another-shop' }
    for (const status of ['success', 'failure']) expect(await tell({ ...foreign, status })).toBe(400)
    expect(await statusOf(buyer, purchase)).toBe('pending')
    expect(await tell({})).toBe(200)
    expect(await tell({ ...foreign, status: 'reversed', finalAmount: 0 })).toBe(400)
    expect(await statusOf(buyer, purchase)).toBe('paid')
    expect(await tell({ status: 'reversed', finalAmount: 0 })).toBe(200)
    expect(await statusOf(buyer, purchase)).toBe('refunded')
  })

  it('a reversal refunds an order whose payment an earlier release stored without the checkout', async () => {
    const purchase = await order(buyer)
    const tell = (change: object) => callBack(JSON.stringify(invoiceOf(purchase, change)))
    expect(await tell({})).toBe(200)
    await server.services.pool.query('update orders set checkout = null where id = $1', [purchase.purchase_id])
    expect(await tell({ status: 'reversed', finalAmount: 0 })).toBe(200)
    expect(await statusOf(buyer, purchase)).toBe('refunded')
  })

  it('the server asks the bank for the status of an invoice without a webhook, and the order is paid', async () => {
    const purchase = await order(buyer)
    invoiceStatus = invoiceOf(purchase)
    expect(await statusOf(buyer, purchase)).toBe('paid')
    // A job may withdraw invoices of earlier orders at any moment.
    const asked = mock.requests.map(({ path }) => path)
    expect(asked).toContain(`/api/merchant/invoice/status?invoiceId=inv-${purchase.purchase_id}`)
  })

  it('an order gets 503 with Retry-After while the bank is away, and the repeated call opens its checkout', async () => {
    isAway = true
    const body = { test_id: 'verbalnij', idempotency_key: crypto.randomUUID() }
    const refused = await buyer.post('/api/purchases/', body)
    expect([refused.status, refused.body.code]).toEqual([503, 'overloaded'])
    expect(refused.headers.get('retry-after')).toBe('30')
    isAway = false
    expect((await buyer.post('/api/purchases/', body)).body.checkout.provider).toBe('monobank')
  })
})

describe('monobank and refunds', () => {
  beforeAll(() => {
    keyOfTheBank = publicKey
  })

  const callsTo = (path: string) =>
    mock.requests
      .filter((request) => request.path === `/api/merchant/invoice/${path}`)
      .map(({ body }) => JSON.parse(body))
  const tell = (purchase: any, change: object) => callBack(JSON.stringify(invoiceOf(purchase, change)))
  const movements = async (purchase: any) => {
    const { rows } = await server.services.pool.query(
      'select kind, amount from ledger where order_id = $1 order by recorded_at, kind',
      [purchase.purchase_id],
    )
    return rows.map(({ kind, amount }) => `${kind} ${amount}`)
  }
  const day = (of: number) => ({ modifiedDate: `2025-03-0${of}T10:00:00Z` })

  it('[S34] the server books a partial refund once, even if the bank’s webhooks are repeated and arrive out of order', async () => {
    const purchase = await order(buyer)
    await tell(purchase, day(5))
    await tell(purchase, { finalAmount: 5900, ...day(7) })
    await tell(purchase, { finalAmount: 10_900, ...day(6) })
    await tell(purchase, { finalAmount: 5900, ...day(7) })
    expect(await movements(purchase)).toEqual(['payment 14900', 'refund 9000'])
    expect(await statusOf(buyer, purchase)).toBe('paid')
    await tell(purchase, { status: 'reversed', finalAmount: 0, ...day(8) })
    expect(await movements(purchase)).toEqual(['payment 14900', 'refund 9000', 'refund 5900'])
    expect(await statusOf(buyer, purchase)).toBe('refunded')
  })

  it('[S34] the server books a successful refund of the bank’s list of cancellations before the bank changes the final sum', async () => {
    const purchase = await order(buyer)
    await tell(purchase, {})
    const one = { ccy: 980, createdDate: '2025-03-06T10:00:00Z', modifiedDate: '2025-03-06T10:00:00Z' }
    const cancelList = [
      { ...one, status: 'success', amount: 4900, extRef: 'a' },
      { ...one, status: 'failure', amount: 10_000, extRef: 'b' },
      { ...one, status: 'processing', amount: 10_000, extRef: 'c' },
    ]
    await tell(purchase, { cancelList, ...day(6) })
    expect(await movements(purchase)).toEqual(['payment 14900', 'refund 4900'])
  })

  it('[S32] a failure that is older by the bank’s clock ends no paid order, and an older success opens no failed one', async () => {
    const purchase = await order(buyer)
    await tell(purchase, { status: 'failure', ...day(7) })
    await tell(purchase, { status: 'success', ...day(6) })
    expect(await statusOf(buyer, purchase)).toBe('failed')
    await tell(purchase, { status: 'success', ...day(8) })
    await tell(purchase, { status: 'failure', ...day(7) })
    expect(await statusOf(buyer, purchase)).toBe('paid')
  })

  it('[S34] the server resends a refund that the bank answered with 200 and failure, and books it only when the bank shows it reversed', async () => {
    const purchase = await order(buyer)
    await tell(purchase, {})
    cancelReply = { status: 'failure', createdDate: '2025-03-05T10:00:00Z', modifiedDate: '2025-03-05T10:00:00Z' }
    const { refundId } = await server.services.db.transaction((tx) =>
      refundPurchase(tx, { purchaseId: purchase.purchase_id, author: 'olena', reason: 'лист' }),
    )
    const provider = createProvider(server.services)
    const tryNow = async () => {
      await server.services.pool.query(`update refunds set next_try_at = now() - interval '1 s' where id = $1`, [
        refundId,
      ])
      await sendRefund(server.services, provider, refundId)
    }
    await tryNow()
    expect(await movements(purchase)).toEqual(['payment 14900', 'refund_due 14900'])
    cancelReply = { status: 'success', createdDate: '2025-03-05T10:00:00Z', modifiedDate: '2025-03-05T10:00:00Z' }
    invoiceStatus = invoiceOf(purchase)
    await tryNow()
    expect(await movements(purchase)).toEqual(['payment 14900', 'refund_due 14900', 'refund_sent 14900'])
    const keys = callsTo('cancel').filter(({ invoiceId }) => invoiceId === `inv-${purchase.purchase_id}`)
    expect(keys.map(({ extRef, amount }) => [extRef, amount])).toEqual([
      [refundId, 14_900],
      [`${refundId}-1`, 14_900],
    ])
    expect(await statusOf(buyer, purchase)).toBe('paid')
    invoiceStatus = invoiceOf(purchase, { status: 'reversed', finalAmount: 0 })
    await tryNow()
    expect((await movements(purchase)).at(-1)).toBe('refund 14900')
    expect(await statusOf(buyer, purchase)).toBe('refunded')
  })

  it('the server asks the bank to remove the invoice of an expired order, retries after 503, and takes 400 as done @full', async () => {
    const first = await order(buyer)
    await server.services.pool.query(`update orders set status = 'failed' where id = $1`, [first.purchase_id])
    await server.services.pool.query(`update purchases set status = 'failed', live = false where id = $1`, [
      first.purchase_id,
    ])
    const second = await order(buyer)
    removeReply = 503
    await tell(first, {})
    expect([await statusOf(buyer, first), await statusOf(buyer, second)]).toEqual(['paid', 'expired'])
    const removed = () => callsTo('remove').filter(({ invoiceId }) => invoiceId === `inv-${second.purchase_id}`).length
    await until(async () => removed() > 0)
    removeReply = 400
    // A refusal is an answer: there is nothing left to remove.
    await until(async () => removed() > 1)
    await until(async () => {
      const { rows } = await server.services.pool.query(
        `select state from pgboss.job where name = 'close-checkout' and data->>'order_id' = $1`,
        [second.purchase_id],
      )
      return rows[0]?.state === 'completed'
    })
  })

  it('`reconcile --days` names an order that the bank does not know, settles the other orders, and ends as incomplete', async () => {
    await server.services.pool.query(`update orders set created_at = now() - interval '3 days'`)
    const unknown = await order(buyer)
    const paid = await order(buyer, 'logichnij')
    invoiceStatuses = {
      [unknown.purchase_id]: 404,
      [paid.purchase_id]: invoiceOf(paid, { amount: 19_900, finalAmount: 19_900 }),
    }
    const { databaseUrl, databaseStatements, authSecret } = server.config
    const readConfig = () => server.config
    const leave = async () => undefined
    const place = { databaseUrl, databaseStatements, authSecret, hasServers: true, readConfig, leave }
    const given = readCall('reconcile', reconcile, ['--days', '1', '--author', 'О. Оператор', '--reason', 'простій'])
    const said: string[] = []
    const call = { ...callOn(given, server.services.db, place), say: (line: string) => void said.push(line) }
    const { facts, isIncomplete } = await reconcile.run(call)
    expect(said).toEqual([
      expect.stringMatching(`^${unknown.purchase_id}: .*404`),
      expect.stringMatching(`^${paid.purchase_id}: pending → paid`),
    ])
    expect(facts).toMatchObject({ asked: 2, unclear: [unknown.purchase_id], news: [{ orderId: paid.purchase_id }] })
    expect(isIncomplete).toBe(true)
  })
})
