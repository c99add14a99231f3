import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ledger, purchases } from '../../server/db/schema/purchases.ts'
import { requireTest } from '../../server/features/catalog/find-test.ts'
import { listActions } from '../../server/features/operator/list-actions.ts'
import { reconcileByHand } from '../../server/features/operator/reconcile.ts'
import { refundOrder } from '../../server/features/operator/refund-order.ts'
import { insertOrder } from '../../server/features/purchases/order/insert-order.ts'
import { listOwed } from '../../server/features/purchases/refund/list-owed.ts'
import { recordPayment } from '../../server/features/purchases/pay/record-payment.ts'
import { sendDueRefunds } from '../../server/features/purchases/rounds/send-refund.ts'
import { createProvider } from '../../server/payments/open-provider.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { letterTo, lettersTo } from '../support/letters.ts'
import { type MockProvider, startMockProvider } from '../support/mock-provider.ts'
import { newcomer, type Person } from '../support/person.ts'
import { runAdmin, runAdminWith } from '../support/run-admin.ts'
import { order, statusOf } from '../support/sandbox.ts'
import { openExam, until } from '../support/exam-calls.ts'
import { ago } from '../support/started-exam.ts'

let mock: MockProvider
let invoice: (id: string) => object
let server: TestServer
let buyer: Person
beforeAll(async () => {
  mock = await startMockProvider(({ path, body }) => {
    if (path === '/api/merchant/invoice/create') {
      const invoiceId = `inv-${JSON.parse(body).merchantPaymInfo.reference}`
      return { invoiceId, pageUrl: `https://pay.mbnk.biz/${invoiceId}` }
    }
    if (path === '/api/merchant/invoice/cancel') return { status: 'processing' }
    return invoice(new URL(path, mock.url).searchParams.get('invoiceId')!)
  })
  server = await startTestServer({
    rounds: 'by hand',
    payment: { provider: 'monobank', token: 'a token', apiUrl: mock.url },
  })
})
beforeEach(async () => {
  buyer = await newcomer(server)
})
afterAll(async () => {
  await server.close()
  await mock.close()
})

/** The environment of a production server, without its payments. */
const production = () => ({
  DATABASE_URL: server.config.databaseUrl,
  AUTH_SECRET: server.config.authSecret,
  PUBLIC_ORIGIN: 'https://iq.example',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'iq@iq.example',
  SELLER_NAME: 'ФОП Приклад',
  SELLER_ADDRESS: 'Київ',
  SELLER_EMAIL: 'p@iq.example',
  SELLER_PHONE: '+380 44 000 00 00',
  SELLER_TAX_NUMBER: '3012345678',
})
const word = { author: 'О. Оператор', reason: 'лист до підтримки' }
const db = () => server.services.db
const provider = () => createProvider(server.services)
const whole = (of: string) => ({ of, lines: null, againstTheRule: false })
const invoiceOf = (id: string, status: string, modifiedDate: string) => ({
  invoiceId: id,
  reference: id.slice(4),
  status,
  amount: 14_900,
  finalAmount: status === 'reversed' ? 0 : 14_900,
  ccy: 980,
  modifiedDate,
})
const owedOf = async (orderId: string) => (await listOwed(db(), 1000)).find((row) => row.orderId === orderId)
/** The letter about the refund, not the one about the payment. */
const refundLetter = () => letterTo(server, buyer.email!, 'Subject: Повертаємо кошти')
const kindsOf = async (orderId: string) =>
  (await db().select().from(ledger).where(eq(ledger.orderId, orderId)).orderBy(ledger.recordedAt)).map(
    ({ kind }) => kind,
  )

/** Makes an order of 149 hryvnias that its provider calls paid. */
async function paidOrder(): Promise<string> {
  const { purchase_id: id } = await order(buyer)
  await callItPaid(id, `inv-${id}`, 14_900)
  return id
}

async function callItPaid(orderId: string, reference: string, amount: number): Promise<void> {
  const paid = { orderId, reference, paymentId: reference, outcome: 'paid' as const, status: 'success' }
  await recordPayment(server.services, 'monobank', { ...paid, amount, currency: 'UAH' })
}

describe('a refund that an operator decides', () => {
  it('an operator’s refund is recorded, announced to the buyer and sent to the bank, and ends access when the bank confirms it', async () => {
    const orderId = await paidOrder()
    invoice = (id) => invoiceOf(id, 'success', '2026-03-05T10:00:00Z')
    const { act, amount } = await refundOrder(server.services, word, whole(orderId))
    expect([amount, await owedOf(orderId)]).toEqual([
      14_900,
      expect.objectContaining({ ...word, amount: 14_900, cause: 'operator', sentAt: null }),
    ])
    expect(await listActions(db(), orderId, 5)).toEqual([
      expect.objectContaining({
        ...word,
        command: 'refund',
        userId: buyer.userId,
        before: act.before,
        after: act.after,
      }),
    ])
    expect(await refundLetter()).toContain('149,00')
    const newsRows = (await buyer.get('/api/notifications/')).body.results
    expect(newsRows.map(({ title }: { title: string }) => title)).toContain('Повертаємо кошти')

    await sendDueRefunds(server.services, provider())
    await until(async () => (await owedOf(orderId))?.sentAt != null)
    const cancels = mock.requests.filter(({ path, body }) => path.endsWith('/cancel') && body.includes(orderId))
    expect(cancels.map(({ body }) => JSON.parse(body))).toMatchObject([{ invoiceId: `inv-${orderId}`, amount: 14_900 }])

    const settle = () => reconcileByHand(server.services, provider(), { ...word, reason: 'що каже банк' }, orderId)
    expect((await settle()).act).toBeNull()
    invoice = (id) => invoiceOf(id, 'reversed', '2026-03-05T11:00:00Z')
    const news = { before: 'paid', after: 'refunded', added: [{ kind: 'refund', amount: 14_900, currency: 'UAH' }] }
    expect(await settle()).toMatchObject(news)
    expect(await settle()).toMatchObject({ before: 'refunded', added: [], act: null })
    expect(await owedOf(orderId)).toBeUndefined()
    expect(await statusOf(buyer, { purchase_id: orderId })).toBe('refunded')
    expect((await listActions(db(), orderId, 5)).map(({ command, after }) => [command, after])).toEqual([
      ['reconcile', { status: 'refunded', booked: 'refund 14900' }],
      ['refund', act.after],
    ])
  })

  it('an operator can refund one line of an order, by the id of the line or of the order', async () => {
    const tests = [await requireTest(db(), 'verbalnij'), await requireTest(db(), 'abstraktnij')] as const
    const request = { tests, userId: buyer.userId!, idempotencyKey: crypto.randomUUID() }
    const { order: placed, lines } = (await db().transaction((tx) => insertOrder(tx, 'monobank', request)))!
    await callItPaid(placed.id, placed.id, placed.price)
    const [first, second] = lines.map(({ id }) => id) as [string, string]

    const { titles, act } = await refundOrder(server.services, word, whole(second))
    expect([titles, act.orderId, act.purchaseId]).toEqual([[lines[1]!.cardTitle], placed.id, second])
    expect(await refundLetter()).not.toContain(lines[0]!.cardTitle)
    const named = { of: placed.id, lines: [{ purchaseId: first, amount: 100 }], againstTheRule: false }
    expect((await refundOrder(server.services, word, named)).amount).toBe(100)
    expect((await listActions(db(), placed.id, 5)).map(({ purchaseId }) => purchaseId)).toEqual([first, second])
    const rest = { ...named, lines: [{ purchaseId: first }, { purchaseId: crypto.randomUUID() }] }
    await expect(refundOrder(server.services, word, rest)).rejects.toThrow('no line of this order')
  })

  it('a refund is refused for a begun exam, 15 days after the payment, or for both, unless the operator overrides the rule', async () => {
    const old = await paidOrder()
    await db()
      .update(purchases)
      .set({ paidAt: ago(15 * 86_400) })
      .where(eq(purchases.id, old))
    await expect(refundOrder(server.services, word, whole(old))).rejects.toThrow('it was paid 15 days ago. --against')
    const begin = async (id: string) => {
      const { attempt } = await openExam(buyer, id)
      await buyer.put(`/api/exam-answers/${id}/`, { ticket: attempt.ticket, begin: true, events: [] })
    }
    await begin(old)
    const both = 'it was paid 15 days ago and 1 exam was begun. --against-the-rule'
    await expect(refundOrder(server.services, word, whole(old))).rejects.toThrow(both)
    expect([await owedOf(old), await listActions(db(), old, 5)]).toEqual([undefined, []])
    const { act } = await refundOrder(server.services, word, { ...whole(old), againstTheRule: true })
    expect(act.after).toMatchObject({ owed: 14_900, against_the_rule: true })

    buyer = await newcomer(server)
    const fresh = await paidOrder()
    await begin(fresh)
    await expect(refundOrder(server.services, word, whole(fresh))).rejects.toThrow(
      'and here 1 exam was begun. --against',
    )
  })

  it('an operator can refund a part of a payment, and never more than was paid', async () => {
    const orderId = await paidOrder()
    const part = (amount: number) => ({ ...whole(orderId), lines: [{ purchaseId: orderId, amount }] })
    await refundOrder(server.services, word, part(5000))
    expect(await refundLetter()).toContain('50,00')
    await expect(refundOrder(server.services, word, part(10_000))).rejects.toThrow('can be returned')
    expect((await owedOf(orderId))!.amount).toBe(5000)
    expect(await refundLetter()).toContain('доступ лишається за вами')
    // The last part closes the purchase, and its letter says so.
    await refundOrder(server.services, word, part(9900))
    const ofTheRest = (letters: string[]) => letters.filter((letter) => letter.includes('99,00'))
    await until(async () => ofTheRest(await lettersTo(server, buyer.email!)).length > 0)
    expect(ofTheRest(await lettersTo(server, buyer.email!)).join()).toContain('закриється')
  })

  it('a full refund lets no new exam begin once it is decided, and a begun exam can still be submitted', async () => {
    const orderId = await paidOrder()
    const begin = () => buyer.get(`/api/exam-meta/${orderId}/?start_key=${crypto.randomUUID()}`)
    const part = (amount: number) => ({
      ...whole(orderId),
      lines: [{ purchaseId: orderId, amount }],
      againstTheRule: true,
    })
    /** What the shelf and the list of tests say of the refund. */
    const inLists = async () => {
      const { body: shelf } = await buyer.get('/api/owned-tests/')
      const { body: onSale } = await buyer.get('/api/available-tests/')
      const ofShop = onSale.results.find(
        (test: { owned_purchase_id: string | null }) => test.owned_purchase_id === orderId,
      )
      return [shelf.results.find(({ id }: { id: string }) => id === orderId).refund_decided, ofShop.refund_decided]
    }
    await refundOrder(server.services, word, part(5000))
    const { attempt } = await openExam(buyer, orderId)
    expect(await inLists()).toEqual([false, false])
    await refundOrder(server.services, word, part(9900))
    expect(await inLists()).toEqual([true, true])
    expect((await begin()).body.attempt?.id).toBe(attempt.id)
    const answers = { ticket: attempt.ticket, begin: true, events: [] }
    expect((await buyer.put(`/api/exam-answers/${orderId}/`, answers)).status).toBe(200)
    const over = { ticket: attempt.ticket, answers: [], submission_key: attempt.submission_key }
    expect((await buyer.post(`/api/exam-meta/${orderId}/`, over)).status).toBe(200)
    const refused = await begin()
    expect([refused.status, refused.body.code]).toEqual([409, 'refund_decided'])
  })

  it('the rehearsal of a refund books nothing and sends no letter', async () => {
    const orderId = await paidOrder()
    await refundOrder(server.services, { ...word, isRehearsal: true }, whole(orderId))
    expect([await kindsOf(orderId), await owedOf(orderId)]).toEqual([['payment'], undefined])
    expect((await lettersTo(server, buyer.email!)).join()).not.toContain('Повертаємо')
  })
})

// Each test starts processes, which take a second each on an idle machine.
describe('npm run admin', { timeout: 180_000 }, () => {
  it('`admin refund` decides a refund and refuses a second one with code 2, and `admin owed` lists it @full', async () => {
    const orderId = await paidOrder()
    const refund = ['refund', orderId, '--wait', '0', '--author', word.author, '--reason', word.reason]
    const ran = await runAdmin(server, ...refund)
    expect([ran.code, ran.stdout]).toEqual([0, expect.stringContaining('149.00 UAH for «')])
    expect(ran.stdout).toMatch(/So far: (not sent yet|sent)/)
    const again = await runAdmin(server, ...refund)
    expect([again.code, again.stderr]).toEqual([2, expect.stringMatching(/^✗ .*nothing more can be returned.*\n$/)])
    const owed = await runAdmin(server, 'owed')
    expect(owed.stdout).toContain(`decided by an operator (${word.author}: ${word.reason})\n  order ${orderId}`)
  })

  it('`admin reconcile` ends with code 2 if a server setting is missing or names another provider, and with 0 for no orders @full', async () => {
    const orderId = await paidOrder()
    const reconcile = ['reconcile', orderId, '--author', word.author, '--reason', word.reason]
    const without = await runAdmin(server, ...reconcile)
    expect([without.code, without.stderr]).toEqual([2, expect.stringMatching(/^✗ PUBLIC_ORIGIN is missing; .*\n$/)])
    const environment = { ...production(), PAYMENT_PROVIDER: 'liqpay', LIQPAY_PUBLIC_KEY: 'k', LIQPAY_PRIVATE_KEY: 'k' }
    const another = await runAdminWith(environment, ...reconcile)
    expect([another.code, another.stderr]).toEqual([2, '✗ monobank knows this order, and this server has liqpay.\n'])
    const none = await runAdminWith(environment, 'reconcile', '--days', '1', ...reconcile.slice(2))
    expect([none.code, none.stdout]).toEqual([0, 'Asked of 0 orders: 0 brought news.\n'])
  })
})
