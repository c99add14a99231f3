import { and, eq, like, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ledger, orders, purchases, refunds } from '../../server/db/schema/purchases.ts'
import { mails } from '../../server/db/schema/site.ts'
import { requireTest } from '../../server/features/catalog/find-test.ts'
import { insertOrder } from '../../server/features/purchases/order/insert-order.ts'
import { listOwed } from '../../server/features/purchases/refund/list-owed.ts'
import { recordPayment } from '../../server/features/purchases/pay/record-payment.ts'
import { refundLines, refundPurchase } from '../../server/features/purchases/refund/refund-lines.ts'
import { triesBeforeGivenUp } from '../../server/features/purchases/books/ledger.ts'
import { sendDueRefunds, sendRefund } from '../../server/features/purchases/rounds/send-refund.ts'
import {
  type Order,
  type PaymentEvent,
  type PaymentProvider,
  PaymentUnavailable,
  RefundDeclined,
} from '../../server/payments/payment-provider.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { allAtOnce } from '../support/crowd.ts'
import { newcomer, type Person } from '../support/person.ts'
import { callBack, order, paymentOf, statusOf } from '../support/sandbox.ts'
import { until } from '../support/exam-calls.ts'

let servers: [TestServer, TestServer]
let buyer: Person
beforeAll(async () => {
  const first = await startTestServer({ rounds: 'by hand', logLevel: 'silent' })
  servers = [first, await startTestServer({ sharing: first, rounds: 'by hand', logLevel: 'silent' })]
})
beforeEach(async () => {
  buyer = await newcomer(servers[0])
})
afterAll(async () => {
  await servers[1].close()
  await servers[0].close()
})

const db = () => servers[0].services.db
const by = { author: 'olena@iq.example', reason: 'лист від 3 березня: екзамену не починали' }

/** A bank under the sandbox's name. `says` sets the status that it reports, and `change` replaces its methods. */
function bank(change: Partial<PaymentProvider> = {}) {
  const refundCalls: { key: string; amount: number }[] = []
  let status: PaymentEvent | null = null
  const provider: PaymentProvider = {
    name: 'sandbox',
    statusEverySeconds: 0,
    knowsReturnsByKey: true,
    openCheckout: () => Promise.reject(new Error('opens nothing')),
    readCallback: () => Promise.reject(new Error('hears nothing')),
    askStatus: async () => status,
    refund: async (_order: Order, { key, amount }) => {
      refundCalls.push({ key, amount })
    },
    ...change,
  }
  return {
    provider,
    told: refundCalls,
    says(event: PaymentEvent | null) {
      status = event
    },
  }
}

async function paidOrder(slug = 'verbalnij', amount = 149) {
  const purchase = await order(buyer, slug)
  await callBack(servers[0], paymentOf(purchase, { amount }))
  return purchase
}

const eventOf = (id: string, change: Partial<PaymentEvent> = {}): PaymentEvent => ({
  orderId: id,
  reference: id,
  paymentId: `payment-of-${id}`,
  outcome: 'paid',
  amount: 14_900,
  currency: 'UAH',
  status: 'success',
  ...change,
})

async function movements(orderId: string): Promise<string[]> {
  const rows = await db().select().from(ledger).where(eq(ledger.orderId, orderId)).orderBy(ledger.recordedAt)
  return rows.map(({ kind, amount }) => `${kind} ${amount}`)
}

const lettersAbout = (subject: string) =>
  db()
    .select()
    .from(mails)
    .where(and(eq(mails.toAddress, buyer.email!), like(mails.subject, `${subject}%`)))
const refundOf = async (id: string) => (await db().select().from(refunds).where(eq(refunds.id, id)))[0]!
const makeDue = (id: string, change: Partial<typeof refunds.$inferInsert> = {}) =>
  db()
    .update(refunds)
    .set({ nextTryAt: new Date(Date.now() - 1000), ...change })
    .where(eq(refunds.id, id))
/** The refund was ordered so long ago that a bank which knows no keys gets it again. */
const longAgo = { orderedAt: new Date(Date.now() - 3 * 86_400_000 - 1000) }
const decide = (purchaseId: string, amount?: number) =>
  db().transaction((tx) => refundPurchase(tx, { purchaseId, ...by, ...(amount !== undefined && { amount }) }))
/** Decides a refund, out of reach of the servers' own rounds. */
async function decideAside(purchaseId: string, amount?: number): Promise<string> {
  const { refundId } = await db().transaction(async (tx) => {
    const decided = await refundPurchase(tx, { purchaseId, ...by, ...(amount !== undefined && { amount }) })
    await tx
      .update(refunds)
      .set({ nextTryAt: new Date(Date.now() + 3_600_000) })
      .where(eq(refunds.id, decided.refundId))
    return decided
  })
  return refundId
}
/** Tries the refund with this bank before any round does. */
async function tryNow(refundId: string, provider: PaymentProvider): Promise<void> {
  await makeDue(refundId)
  await sendRefund(servers[0].services, provider, refundId)
}

describe('a refund that an operator decides', () => {
  it('[S34] the servers send a refund by themselves, and its test closes when the bank has returned the money', async () => {
    const { purchase_id: id } = await paidOrder()
    const { refundId } = await decide(id)
    // The rounds of both servers come at the same moment.
    await servers[0].services.pool.query(
      `insert into sandbox.payments (payment_id, order_id, amount, currency, status)
       values (gen_random_uuid(), $1, 14900, 'UAH', 'success')`,
      [id],
    )
    const { provider, told } = bank()
    await allAtOnce(servers, ({ services }) => sendDueRefunds(services, provider))
    await until(async () => (await refundOf(refundId)).sentAt !== null)
    expect(told.length).toBeLessThanOrEqual(1)
    expect(await movements(id)).toEqual(['payment 14900', 'refund_due 14900', 'refund_sent 14900'])
    expect(await statusOf(buyer, { purchase_id: id })).toBe('paid')
    await recordPayment(servers[0].services, 'sandbox', eventOf(id, { outcome: 'refunded', status: 'reversed' }))
    expect(await statusOf(buyer, { purchase_id: id })).toBe('refunded')
    expect((await refundOf(refundId)).returnedAt).not.toBeNull()
    expect((await buyer.get('/api/notifications/')).body.results[0]).toMatchObject({ title: 'Кошти повернено' })
    expect(await lettersAbout('Кошти повернено')).toHaveLength(1)
  })

  it('the list of owed money shows a refund with its author and reason until the bank reports its return', async () => {
    const { purchase_id: id } = await paidOrder()
    const refundId = await decideAside(id, 5000)
    const [row] = (await listOwed(db())).filter((one) => one.refundId === refundId)
    expect(row).toMatchObject({ orderId: id, amount: 5000, cause: 'operator', ...by, tries: 0, sentAt: null })
    await recordPayment(servers[0].services, 'sandbox', eventOf(id, { returned: 5000 }))
    expect((await listOwed(db())).filter((one) => one.refundId === refundId)).toEqual([])
    expect(await statusOf(buyer, { purchase_id: id })).toBe('paid')
    expect((await buyer.get('/api/notifications/')).body.results[0]).toMatchObject({
      title: 'Частину коштів повернено',
      message: expect.stringContaining('50,00'),
    })
  })

  it('refunds never add up to more than was paid, however many are decided at the same time', async () => {
    const { purchase_id: id } = await paidOrder()
    const outcomes = await allAtOnce(servers, ({ services }) =>
      services.db
        .transaction((tx) => refundPurchase(tx, { purchaseId: id, amount: 5000, ...by }))
        .then(({ amount }) => amount)
        .catch((error: Error) => error.message),
    )
    expect(outcomes.filter((outcome) => outcome === 5000)).toHaveLength(2)
    await expect(decide(id, 4901)).rejects.toThrow('1 to 4900 kopiykas can be returned')
    expect((await decide(id)).amount).toBe(4900)
    await expect(decide(id)).rejects.toThrow('can be returned')
  })

  it.each([
    ['an order that nobody paid', async () => (await order(buyer)).purchase_id, by, 'No payment stands behind'],
    ['an unknown purchase', async () => crypto.randomUUID(), by, 'There is no purchase'],
    [
      'a request without an author',
      async () => (await paidOrder()).purchase_id,
      { author: ' ', reason: 'x' },
      'a reason and an author',
    ],
  ])('the server refuses a refund for %s', async (_what, make, who, message) => {
    const purchaseId = await make()
    const refund = db().transaction((tx) => refundPurchase(tx, { purchaseId, ...who }))
    await expect(refund).rejects.toThrow(message)
  })

  it('[S34] a refund of one line of an order closes only that line’s test, when its money has come back', async () => {
    const [verbal, abstract] = [await requireTest(db(), 'verbalnij'), await requireTest(db(), 'abstraktnij')]
    const placed = await db().transaction((tx) =>
      insertOrder(tx, 'sandbox', {
        tests: [verbal, abstract],
        userId: buyer.userId!,
        idempotencyKey: crypto.randomUUID(),
      }),
    )
    const { order: placedOrder, lines } = placed!
    const { id: orderId } = placedOrder
    expect(placedOrder.price).toBe(verbal.price + abstract.price)
    await recordPayment(servers[0].services, 'sandbox', eventOf(orderId, { amount: placedOrder.price }))
    const shelf = async () =>
      (await buyer.get('/api/owned-tests/')).body.results.map((one: any) => [one.id, one.status]).toSorted()
    expect(await shelf()).toEqual(lines.map(({ id }) => [id, 'paid']).toSorted())

    const request = { orderId, lines: [{ purchaseId: lines[1]!.id }], ...by }
    const { refundId, amount } = await db().transaction((tx) => refundLines(tx, request))
    expect(amount).toBe(abstract.price)
    const returned = eventOf(orderId, { amount: placedOrder.price, returned: amount })
    for (let delivery = 0; delivery < 3; delivery += 1) await recordPayment(servers[0].services, 'sandbox', returned)
    expect((await refundOf(refundId)).returnedAt).not.toBeNull()
    expect(await statusOf(buyer, { purchase_id: lines[0]!.id })).toBe('paid')
    expect(await statusOf(buyer, { purchase_id: lines[1]!.id })).toBe('refunded')
    const [order] = await db().select().from(orders).where(eq(orders.id, orderId))
    expect(order!.status).toBe('paid')
  })

  it('a refund never exceeds the rest of an order that also has returns in the bank’s cabinet, and each return counts once', async () => {
    const tests = [
      await requireTest(db(), 'verbalnij'),
      await requireTest(db(), 'abstraktnij'),
      await requireTest(db(), 'logichnij'),
    ] as const
    const request = { tests, userId: buyer.userId!, idempotencyKey: crypto.randomUUID() }
    const { order: placed, lines } = (await db().transaction((tx) => insertOrder(tx, 'sandbox', request)))!
    const [verbal, abstract, logical] = lines.map(({ id }) => id) as [string, string, string]
    const tell = (returned: number) =>
      recordPayment(servers[0].services, 'sandbox', eventOf(placed.id, { amount: 49_700, returned }))
    const refund = (...purchaseIds: string[]) =>
      db().transaction((tx) =>
        refundLines(tx, { orderId: placed.id, lines: purchaseIds.map((purchaseId) => ({ purchaseId })), ...by }),
      )
    await tell(0)
    await tell(14_900)
    const { refundId } = await refund(verbal)
    await expect(refund(abstract, logical)).rejects.toThrow('At most 19900 kopiykas')
    // Money that went back before the decision is no part of the refund, and neither is other money that goes back.
    await tell(15_000)
    expect((await refundOf(refundId)).returnedAt).toBeNull()
    await tell(29_800)
    expect((await refundOf(refundId)).returnedAt).not.toBeNull()
    await expect(refund(abstract, logical)).rejects.toThrow('At most 19900 kopiykas')
    expect((await refund(logical)).amount).toBe(19_900)
    await expect(refund(abstract)).rejects.toThrow('At most 0 kopiykas')
  })
})

describe('[S34] a refund of an order with returns in the bank’s cabinet', () => {
  const tell = (id: string, returned: number) =>
    recordPayment(servers[0].services, 'sandbox', eventOf(id, { returned }))
  const sumDue = async (id: string) =>
    (await movements(id))
      .filter((one) => one.startsWith('refund_due'))
      .reduce((sum, one) => sum + Number(one.split(' ')[1]), 0)

  it('a cabinet return of 100 and a due refund of 49 leave nothing of 149 for a further refund', async () => {
    const { purchase_id: id } = await paidOrder()
    const refundId = await decideAside(id, 4900)
    await tell(id, 10_000)
    // This is not the refund that we owe: that one is still under way.
    expect((await refundOf(refundId)).returnedAt).toBeNull()
    for (const amount of [5000, 4999, 1]) await expect(decide(id, amount)).rejects.toThrow('At most 0 kopiykas')
    expect(await sumDue(id)).toBe(4900)
    await tell(id, 14_900)
    expect((await refundOf(refundId)).returnedAt).not.toBeNull()
    expect(await statusOf(buyer, { purchase_id: id })).toBe('refunded')
  })

  it('a server does not send a refund if the provider reports too little money left, and the list of owed money says so', async () => {
    const { purchase_id: id } = await paidOrder()
    const first = await decideAside(id, 9900)
    const second = await decideAside(id, 5000)
    const { provider, told, says } = bank()
    says(eventOf(id, { returned: 1000 }))
    await tryNow(first, provider)
    await tryNow(second, provider)
    expect(told).toEqual([{ key: first, amount: 9900 }])
    const [row] = (await listOwed(db())).filter((one) => one.refundId === second)
    expect(row).toMatchObject({ sentAt: null, lastError: expect.stringContaining('4000 kopiykas') })
  })

  it('a refund of a second payment returns only the part that the bank has not returned yet', async () => {
    const { purchase_id: id } = await paidOrder()
    const other = { payment_id: 'other', order_id: id }
    // Queues no job: on a busy machine the job could come between making the try due and the try.
    const { services } = servers[0]
    const jobs: typeof services.jobs = { ...services.jobs, add: async () => undefined }
    await recordPayment({ ...services, jobs }, 'sandbox', eventOf(id, { paymentId: other.payment_id }))
    const [due] = (await listOwed(db(), 1000)).filter((one) => one.orderId === id)
    const { provider, told, says } = bank()
    says(eventOf(id, { paymentId: other.payment_id, returned: 10_000 }))
    await tryNow(due!.refundId, provider)
    expect(told).toEqual([{ key: due!.refundId, amount: 4900 }])
    says(eventOf(id, { paymentId: other.payment_id, outcome: 'refunded', returned: 14_900 }))
    await tryNow(due!.refundId, provider)
    expect((await refundOf(due!.refundId)).returnedAt).not.toBeNull()
    expect(await statusOf(buyer, { purchase_id: id })).toBe('paid')
  })

  it('the server recognises a returned refund by its key if the provider reports keys, whatever the sums are', async () => {
    const { purchase_id: id } = await paidOrder()
    const [first, second] = [await decideAside(id, 3000), await decideAside(id, 4000)]
    const returns = [
      { key: first, status: 'under way' as const },
      { key: second, status: 'returned' as const },
    ]
    await recordPayment(servers[0].services, 'sandbox', eventOf(id, { returned: 6000, returns }))
    expect((await refundOf(first)).returnedAt).toBeNull()
    expect((await refundOf(second)).returnedAt).not.toBeNull()
    await expect(decide(id, 5901)).rejects.toThrow('At most 5900 kopiykas')
  })
})

describe('[S34] a payment that is reported with two amounts', () => {
  const tell = (id: string, change: Partial<PaymentEvent>) =>
    recordPayment(servers[0].services, 'sandbox', eventOf(id, change))

  it('a second amount of a paid payment books nothing, and the payment’s reversal closes the test', async () => {
    const { purchase_id: id } = await paidOrder()
    await tell(id, { amount: 1000 })
    expect(await movements(id)).toEqual(['payment 14900'])
    await tell(id, { outcome: 'refunded', status: 'reversed' })
    expect(await statusOf(buyer, { purchase_id: id })).toBe('refunded')
  })

  it('a payment opens the test when its fitting amount is reported second, and its reversal closes the test', async () => {
    const { purchase_id: id } = await order(buyer)
    await tell(id, { amount: 1000 })
    expect(await statusOf(buyer, { purchase_id: id })).toBe('pending')
    await tell(id, {})
    expect(await statusOf(buyer, { purchase_id: id })).toBe('paid')
    await tell(id, { outcome: 'refunded', status: 'reversed' })
    expect(await statusOf(buyer, { purchase_id: id })).toBe('refunded')
  })
})

describe('[S34] a refund that the bank does not make', () => {
  it('a refund that the bank refuses does not count as sent, and the server orders it again under a new key', async () => {
    const { purchase_id: id } = await paidOrder()
    const refundId = await decideAside(id)
    let refusals = 0
    const { provider, told } = bank()
    const declining = bank({
      refund: async () => {
        refusals += 1
        throw new RefundDeclined('monobank: failure')
      },
    })
    await tryNow(refundId, declining.provider)
    await tryNow(refundId, declining.provider)
    expect([refusals, await movements(id)]).toEqual([2, ['payment 14900', 'refund_due 14900']])
    expect(await refundOf(refundId)).toMatchObject({
      tries: 2,
      refusals: 2,
      sentAt: null,
      lastError: 'monobank: failure',
    })
    await tryNow(refundId, provider)
    expect(told).toEqual([{ key: `${refundId}-2`, amount: 14_900 }])
    expect(await movements(id)).toEqual(['payment 14900', 'refund_due 14900', 'refund_sent 14900'])
  })

  it('the server orders a refund again under the same key if it does not know whether the bank heard the order', async () => {
    const { purchase_id: id } = await paidOrder()
    const refundId = await decideAside(id)
    const away = bank({ refund: () => Promise.reject(new PaymentUnavailable('did not answer')) })
    await tryNow(refundId, away.provider)
    const { provider, told } = bank()
    await tryNow(refundId, provider)
    expect(told).toEqual([{ key: refundId, amount: 14_900 }])
  })

  it('a bank without keys gets a refund order again only three days after an order whose reply was lost', async () => {
    const { purchase_id: id } = await paidOrder()
    const refundId = await decideAside(id, 5000)
    const keyless = { knowsReturnsByKey: false }
    let heard = 0
    const away = bank({
      ...keyless,
      refund: () => Promise.reject(new PaymentUnavailable(`did not answer ${(heard += 1)}`)),
    })
    await tryNow(refundId, away.provider)
    const { provider, told, says } = bank(keyless)
    await tryNow(refundId, provider)
    expect([heard, told]).toEqual([1, []])
    expect((await listOwed(db())).find((one) => one.refundId === refundId)).toMatchObject({
      orderedAt: expect.any(Date),
      sentAt: null,
      lastError: expect.stringContaining('not known whether sandbox took'),
    })
    // The bank had heard the order: its status says so, and nothing is ordered any more.
    says(eventOf(id, { returned: 5000 }))
    await tryNow(refundId, provider)
    expect([told, (await refundOf(refundId)).returnedAt]).toEqual([[], expect.any(Date)])

    const other = await decideAside(id, 4900)
    await tryNow(other, away.provider)
    await makeDue(other, longAgo)
    await sendRefund(servers[0].services, provider, other)
    expect(told.map(({ amount }) => amount)).toEqual([4900])
  })

  it('a bank without keys gets no second refund order if as much has gone back since: an operator has to look', async () => {
    const { purchase_id: id } = await paidOrder()
    const refundId = await decideAside(id, 3333)
    const away = bank({ knowsReturnsByKey: false, refund: () => Promise.reject(new PaymentUnavailable('no answer')) })
    await tryNow(refundId, away.provider)
    // The bank had heard the order, and somebody has returned 33.01 in its cabinet.
    const { provider, told, says } = bank({ knowsReturnsByKey: false })
    says(eventOf(id, { returned: 6634 }))
    await makeDue(refundId, longAgo)
    await sendRefund(servers[0].services, provider, refundId)
    expect([told, await refundOf(refundId)]).toMatchObject([
      [],
      { returnedAt: null, lastError: expect.stringContaining('look into sandbox’s cabinet') },
    ])
  })

  it('a bank without keys gets no second refund order if as much goes back while the server decides', async () => {
    const { purchase_id: id } = await paidOrder()
    const refundId = await decideAside(id, 3333)
    const keyless = { knowsReturnsByKey: false }
    const away = bank({ ...keyless, refund: () => Promise.reject(new PaymentUnavailable('no answer')) })
    await tryNow(refundId, away.provider)
    const { provider, told } = bank(keyless)
    await makeDue(refundId, longAgo)
    let isDone = false
    const waiters = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    // The bank’s report of 66.34 is being booked: 33.33 of this refund, perhaps, and 33.01 by the cabinet.
    const sending = await db().transaction(async (tx) => {
      await recordPayment({ ...servers[1].services, db: tx }, 'sandbox', eventOf(id, { returned: 6634 }))
      const sent = sendRefund(servers[0].services, provider, refundId).finally(() => (isDone = true))
      await until(async () => isDone || (await db().execute(waiters)).rows.length > 0)
      return { sent }
    })
    await sending.sent
    expect([told, await refundOf(refundId)]).toMatchObject([
      [],
      { returnedAt: null, lastError: expect.stringContaining('look into sandbox’s cabinet') },
    ])
  })

  it('a bank without keys gets one refund order from two processes, even if the first order takes long', async () => {
    const { purchase_id: id } = await paidOrder()
    const refundId = await decideAside(id, 5000)
    let answer = () => undefined as void
    const returnedSums: number[] = []
    const { provider } = bank({
      knowsReturnsByKey: false,
      refund: (_order, { amount }) => {
        returnedSums.push(amount)
        return new Promise<void>((resolve) => (answer = resolve))
      },
    })
    await makeDue(refundId)
    const first = sendRefund(servers[0].services, provider, refundId)
    await until(async () => returnedSums.length === 1)
    await tryNow(refundId, provider)
    answer()
    await first
    expect(returnedSums).toEqual([5000])
    expect(await refundOf(refundId)).toMatchObject({ sentAt: expect.any(Date), lastError: null })
  })

  it('the server asks about an accepted refund, and orders it again under a new key if the bank reports a failure', async () => {
    const { purchase_id: id } = await paidOrder()
    const refundId = await decideAside(id)
    const { provider, told, says } = bank()
    await tryNow(refundId, provider)
    says(eventOf(id, { returns: [{ key: refundId, status: 'under way' }] }))
    await tryNow(refundId, provider)
    expect(told).toHaveLength(1)
    expect((await refundOf(refundId)).lastError).toContain('has not returned it yet')
    says(eventOf(id, { returns: [{ key: refundId, status: 'refused' }] }))
    await tryNow(refundId, provider)
    expect(told.map(({ key }) => key)).toEqual([refundId, `${refundId}-1`])
    says(eventOf(id, { outcome: 'refunded', returned: 14_900 }))
    await tryNow(refundId, provider)
    expect((await refundOf(refundId)).returnedAt).not.toBeNull()
    expect(told).toHaveLength(2)
    expect(await statusOf(buyer, { purchase_id: id })).toBe('refunded')
  })

  it('the server orders a refund a third time, under a third key, if the bank declines the second order immediately', async () => {
    const { purchase_id: id } = await paidOrder()
    const refundId = await decideAside(id)
    const keys: string[] = []
    const { provider, says } = bank({
      refund: async (_order, { key }) => {
        keys.push(key)
        if (keys.length === 2) throw new RefundDeclined('not enough money')
      },
    })
    await tryNow(refundId, provider)
    says(eventOf(id, { returns: [{ key: refundId, status: 'refused' }] }))
    await tryNow(refundId, provider)
    expect(await refundOf(refundId)).toMatchObject({ refusals: 2, sentAt: null, lastError: 'not enough money' })
    await tryNow(refundId, provider)
    expect(keys).toEqual([refundId, `${refundId}-1`, `${refundId}-2`])
    expect(await refundOf(refundId)).toMatchObject({ sentAt: expect.any(Date), lastError: null })
  })

  it('the server does not send a refund if the provider reports that the money was returned by hand', async () => {
    const { purchase_id: id } = await paidOrder()
    const refundId = await decideAside(id)
    const { provider, told, says } = bank()
    await makeDue(refundId, { tries: 1 })
    says(eventOf(id, { outcome: 'refunded', returned: 14_900 }))
    await sendRefund(servers[0].services, provider, refundId)
    expect([told, await movements(id)]).toEqual([[], ['payment 14900', 'refund_due 14900', 'refund 14900']])
  })

  it('the server retries a declined refund after waits of 2 minutes up to a day, and finally lists it as given up', async () => {
    const { purchase_id: id } = await paidOrder()
    const refundId = await decideAside(id)
    const { provider } = bank({ refund: () => Promise.reject(new RefundDeclined('not enough money')) })
    const waits: number[] = []
    for (let tries = 0; tries < triesBeforeGivenUp; tries += 1) {
      await tryNow(refundId, provider)
      waits.push(Math.round((+(await refundOf(refundId)).nextTryAt - Date.now()) / 60_000))
    }
    expect(waits.slice(0, 5)).toEqual([2, 4, 8, 16, 32])
    expect(waits.at(-1)).toBe(24 * 60)
    const [row] = (await listOwed(db())).filter((one) => one.refundId === refundId)
    expect(row).toMatchObject({ isGivenUp: true, tries: triesBeforeGivenUp, lastError: 'not enough money' })
  })

  it('a server does not send a refund before its time, and two servers send it once', async () => {
    const { purchase_id: id } = await paidOrder()
    const refundId = await decideAside(id)
    const { provider, told } = bank()
    await sendRefund(servers[0].services, provider, refundId)
    expect(told).toEqual([])
    await makeDue(refundId)
    await allAtOnce(servers, ({ services }) => sendRefund(services, provider, refundId))
    expect(told).toHaveLength(1)
  })

  it('a server does not send a refund of another provider’s money, and records which provider has to return it', async () => {
    const { purchase_id: id } = await paidOrder()
    const refundId = await decideAside(id)
    const { provider, told } = bank({ name: 'monobank' })
    await tryNow(refundId, provider)
    expect(told).toEqual([])
    expect((await refundOf(refundId)).lastError).toBe(
      'sandbox has to return what it took, and this server has monobank',
    )
  })
})

describe('[S34] money that comes back in parts', () => {
  it('the ledger books each partial return once however often it is reported, and the last part closes the test', async () => {
    const { purchase_id: id } = await paidOrder()
    const tell = (returned: number, change: Partial<PaymentEvent> = {}) =>
      recordPayment(servers[0].services, 'sandbox', eventOf(id, { returned, ...change }))
    for (const returned of [4000, 4000, 9000, 4000, 9000]) await tell(returned)
    expect(await movements(id)).toEqual(['payment 14900', 'refund 4000', 'refund 5000'])
    expect(await statusOf(buyer, { purchase_id: id })).toBe('paid')
    await tell(14_900, { outcome: 'refunded', status: 'reversed' })
    await tell(9000)
    expect(await movements(id)).toEqual(['payment 14900', 'refund 4000', 'refund 5000', 'refund 5900'])
    expect(await statusOf(buyer, { purchase_id: id })).toBe('refunded')
  })

  it('the ledger counts partial returns once when 25 reports of them arrive at the same time', async () => {
    const { purchase_id: id } = await paidOrder()
    await allAtOnce(servers, ({ services }, asker) =>
      recordPayment(services, 'sandbox', eventOf(id, { returned: 1000 * (1 + (asker % 5)) })),
    )
    const { rows } = await servers[0].services.pool.query(
      `select sum(amount)::int as sum from ledger where order_id = $1 and kind = 'refund'`,
      [id],
    )
    expect(rows).toEqual([{ sum: 5000 }])
  })
})

describe('[S34] money that fits no order', () => {
  it('the server refunds a payment of a wrong amount by itself, and its payer gets a notification and a letter', async () => {
    const purchase = await order(buyer)
    const reply = await callBack(servers[0], paymentOf(purchase, { amount: 100 }))
    expect([reply.status, await statusOf(buyer, purchase)]).toEqual([400, 'pending'])
    await until(async () => (await movements(purchase.purchase_id)).includes('refund_sent 10000'))
    expect(await movements(purchase.purchase_id)).toEqual(['mismatch 10000', 'refund_due 10000', 'refund_sent 10000'])
    const { results } = (await buyer.get('/api/notifications/')).body
    expect(results).toMatchObject([{ kind: 'purchase-refunded', title: 'Повертаємо ваш платіж' }])
    expect(await lettersAbout('Повертаємо ваш платіж')).toHaveLength(1)
  })

  it('a returned payment of a wrong amount leaves the order open: it can still be paid, and stays paid', async () => {
    const purchase = await order(buyer)
    const wrong = { amount: 300, payment_id: 'too much' }
    await callBack(servers[0], paymentOf(purchase, wrong))
    await callBack(servers[0], paymentOf(purchase, { ...wrong, status: 'reversed' }))
    expect(await statusOf(buyer, purchase)).toBe('pending')
    await callBack(servers[0], paymentOf(purchase))
    expect(await statusOf(buyer, purchase)).toBe('paid')
    const [line] = await db().select().from(purchases).where(eq(purchases.id, purchase.purchase_id))
    expect(line).toMatchObject({ status: 'paid', live: true })
  })
})
