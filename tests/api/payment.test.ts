import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { users } from '../../server/db/schema/accounts.ts'
import { ledger, orders, purchases } from '../../server/db/schema/purchases.ts'
import { mails } from '../../server/db/schema/site.ts'
import { orderNumber } from '../../server/features/purchases/order-number.ts'
import { receiptLetter } from '../../server/features/purchases/books/receipt-letter.ts'
import { partsOf } from '../support/mime.ts'
import { letterTo } from '../support/letters.ts'
import { settleForgotten, settleGivenUp } from '../../server/features/purchases/rounds/settle-waiting.ts'
import { type PaymentProvider, PaymentUnanswered, PaymentUnavailable } from '../../server/payments/payment-provider.ts'
import { createSandboxBank } from '../../server/payments/sandbox/sandbox-bank.ts'
import { createSandbox } from '../../server/payments/sandbox/sandbox-provider.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { holdRow } from '../support/held-row.ts'
import { newcomer, type Person } from '../support/person.ts'
import { callBack, decide, order, paymentOf, statusOf } from '../support/sandbox.ts'
import { until } from '../support/exam-calls.ts'

let server: TestServer
let buyer: Person
let purchase: any
beforeAll(async () => {
  server = await startTestServer({ rounds: 'by hand' })
})
beforeEach(async () => {
  buyer = await newcomer(server)
  purchase = await order(buyer)
})
afterAll(() => server.close())

const movements = async () => {
  const rows = await server.services.db.select().from(ledger).where(eq(ledger.orderId, purchase.purchase_id))
  return rows.map(({ kind, amount }) => `${kind} ${amount}`).toSorted()
}

describe('the sandbox', () => {
  it('the sandbox pays: its callback opens the test, and the browser returns to the purchases', async () => {
    expect(await decide(server, purchase, 'pay')).toBe(`/purchases?order=${purchase.purchase_id}`)
    expect(await statusOf(buyer, purchase)).toBe('paid')
    expect(await movements()).toEqual(['payment 14900'])
  })

  it('the sandbox declines: the order has failed, and a new one can be made', async () => {
    await decide(server, purchase, 'decline')
    expect(await statusOf(buyer, purchase)).toBe('failed')
    expect((await order(buyer)).purchase_id).not.toBe(purchase.purchase_id)
  })

  it('a closed page of the sandbox leaves the order waiting with its checkout', async () => {
    expect(await decide(server, purchase, 'close')).toBe(`/purchases?order=${purchase.purchase_id}`)
    expect(await order(buyer)).toEqual(purchase)
  })

  it('the page of the sandbox shows the price, allows no script, and refuses an altered form', async () => {
    const send = (fields: Record<string, string>) =>
      fetch(`${server.origin}/sandbox/checkout/`, { method: 'POST', body: new URLSearchParams(fields) })
    const page = await send(purchase.checkout.fields)
    expect(await page.text()).toContain('149,00')
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
    const cheaper = Buffer.from(
      JSON.stringify({ order_id: purchase.purchase_id, amount: 1, currency: 'UAH', description: '' }),
    )
    const altered = await send({ ...purchase.checkout.fields, data: cheaper.toString('base64') })
    expect(altered.status).toBe(400)
  })
})

describe('a payer', () => {
  it.each([
    ['a form', 'application/x-www-form-urlencoded', 'order_id=1&status=success'],
    ['a form with files', 'multipart/form-data; boundary=b', '--b--'],
    ['a body of an unsupported type', 'text/html', '<p>'],
    ['nothing', undefined, undefined],
  ])('a payer whose bank posts %s is redirected with 303 to the same address', async (_what, type, body) => {
    const address = `/purchases?order=${purchase.purchase_id}`
    const posted = await fetch(server.origin + address, {
      method: 'POST',
      headers: { origin: 'https://bank.example', ...(type !== undefined && { 'content-type': type }) },
      ...(body !== undefined && { body }),
      redirect: 'manual',
    })
    expect([posted.status, posted.headers.get('location'), await posted.text()]).toEqual([303, address, ''])
    expect(posted.headers.get('cache-control')).toBe('no-store')
    expect(await statusOf(buyer, purchase)).toBe('pending')
  })

  it('a POST is redirected only from /purchases, and only to the same address of this site', async () => {
    const post = (address: string) =>
      fetch(server.origin + address, { method: 'POST', body: new URLSearchParams({ a: 'b' }), redirect: 'manual' })
    expect((await post('/purchases?order=//evil.example/?x')).headers.get('location')).toBe(
      '/purchases?order=//evil.example/?x',
    )
    expect((await post('/purchases')).headers.get('location')).toBe('/purchases')
    for (const other of ['/profile', '/purchases/x', '//purchases', '/api/owned-tests/']) {
      expect([other, (await post(other)).headers.get('location')]).toEqual([other, null])
    }
  })
})

describe('the opening of a paid test', () => {
  it('[S33] the return of the browser does not open a test', async () => {
    await fetch(`${server.origin}/purchases?order=${purchase.purchase_id}`)
    expect(await statusOf(buyer, purchase)).toBe('pending')
    const exam = await buyer.get(`/api/exam-meta/${purchase.purchase_id}/?start_key=12345678`)
    expect([exam.status, exam.body.code]).toEqual([409, 'purchase_not_paid'])
  })

  it('[S32] 50 deliveries of one callback at the same time open a test once', async () => {
    const replies = await Promise.all(Array.from({ length: 50 }, () => callBack(server, paymentOf(purchase))))
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200))
    expect(await movements()).toEqual(['payment 14900'])
    expect((await buyer.get('/api/owned-tests/')).body.count).toBe(1)
    expect((await buyer.get('/api/notifications/')).body.count).toBe(1)
  })

  it('the status call opens a test whose callback was lost', async () => {
    const { checkout } = purchase
    await payUnheard()
    expect(checkout).not.toBeNull()
    expect(await statusOf(buyer, purchase)).toBe('paid')
  })

  it('the list of purchases opens a test whose callback was lost', async () => {
    await payUnheard()
    expect((await buyer.get('/api/owned-tests/')).body.results).toMatchObject([{ id: purchase.purchase_id }])
  })

  it('the round of forgotten orders books a payment whose payer never returns', async () => {
    await payUnheard()
    await ordered(3 * 60_000)
    await settleForgotten(server.services, sandbox())
    expect(await movements()).toEqual(['payment 14900'])
  })

  it.each(['failed', 'expired'])(
    'the round of given-up orders opens a test whose order was %s and whose callback was lost',
    async (status) => {
      await giveUp(status, 6 * day)
      await payUnheard()
      await settleGivenUp(server.services, sandbox())
      expect(await statusOf(buyer, purchase)).toBe('paid')
    },
  )

  it.each([
    ['once in three rounds about an order that was given up six days ago', 6, 1],
    ['nothing about an order that was given up eight days ago', 8, 0],
  ])('the round of given-up orders asks the bank %s', async (_what, days, questions) => {
    await giveUp('failed', days * day)
    const asked: string[] = []
    const provider: PaymentProvider = {
      ...sandbox(),
      askStatus: async ({ id }) => {
        asked.push(id)
        return null
      },
    }
    for (let round = 0; round < 3; round += 1) await settleGivenUp(server.services, provider)
    expect(asked.filter((id) => id === purchase.purchase_id)).toHaveLength(questions)
    expect(await statusOf(buyer, purchase)).toBe('failed')
  })

  it('the round of given-up orders asks about one order of a person, so 500 orders of one person do not delay another payment', async () => {
    await giveUp('failed', 2 * day)
    const [many] = await server.services.db.select().from(orders).where(eq(orders.id, purchase.purchase_id))
    const copies = Array.from({ length: 500 }, () => {
      const id = crypto.randomUUID()
      return { ...many!, id, idempotencyKey: id }
    })
    await server.services.db.insert(orders).values(copies)
    const crowding = buyer.userId
    buyer = await newcomer(server)
    purchase = await order(buyer)
    await giveUp('expired', 6 * day)
    await payUnheard()
    const asked: string[] = []
    const provider: PaymentProvider = {
      ...sandbox(),
      askStatus: (of) => {
        asked.push(of.id)
        return sandbox().askStatus(of)
      },
    }
    await settleGivenUp(server.services, provider)
    expect(await statusOf(buyer, purchase)).toBe('paid')
    const theirs = await server.services.db.select().from(orders).where(eq(orders.userId, crowding!))
    expect(theirs.filter(({ id }) => asked.includes(id)).length).toBeLessThanOrEqual(1)
    await server.services.db.delete(orders).where(eq(orders.userId, crowding!))
  })

  it.each<[what: string, error: () => Error | null, most: number, isStopping: boolean]>([
    ['ends at the second order in a row if the provider is away', () => new PaymentUnavailable('silent'), 2, false],
    ['continues after an order that the provider does not know', () => new PaymentUnanswered('unknown'), 3, false],
    ['asks about no order while the server stops', () => null, 0, true],
  ])('the round of given-up orders %s', async (_what, error, most, isStopping) => {
    const theirs: string[] = []
    for (let count = 0; count < 3; count += 1) {
      buyer = await newcomer(server)
      purchase = await order(buyer)
      await giveUp('failed', 2 * day)
      theirs.push(purchase.purchase_id)
    }
    const asked: string[] = []
    const provider: PaymentProvider = {
      ...sandbox(),
      askStatus: async ({ id }) => {
        asked.push(id)
        const failure = error()
        if (failure !== null) throw failure
        return null
      },
    }
    await settleGivenUp(server.services, provider, isStopping ? AbortSignal.abort() : undefined)
    if (most === 3) expect(asked).toEqual(expect.arrayContaining(theirs))
    else expect(asked).toHaveLength(most)
  })

  it('25 presses of the pay button at the same time book one payment', async () => {
    await Promise.all(Array.from({ length: 25 }, () => decide(server, purchase, 'pay')))
    expect(await movements()).toEqual(['payment 14900'])
  })

  it('five callbacks of a payment send one letter that names the test, the sum, the end of access and the seller', async () => {
    await Promise.all(Array.from({ length: 5 }, () => callBack(server, paymentOf(purchase))))
    const [account] = await server.services.db.select().from(users).where(eq(users.id, buyer.userId!))
    const lettersTo = () => server.services.db.select().from(mails).where(eq(mails.toAddress, account!.email))
    const receipts = async () => (await lettersTo()).filter(({ subject }) => subject.startsWith('Оплату отримано'))
    const [sent, ...others] = await receipts()
    expect(others).toEqual([])
    const way = `${server.services.publicOrigin()}/learning/${purchase.test_id}/${purchase.purchase_id}`
    expect(sent).toMatchObject({ action: 'Потренуватися' })
    const written = partsOf(await letterTo(server, buyer.email!, 'Subject: Оплату отримано')).text
    expect(written.split(/(?:\r?\n){2,}/)).toEqual(expect.arrayContaining([`${account!.firstName}, вітаємо!`, way]))
    const [row] = await server.services.db.select().from(purchases).where(eq(purchases.id, purchase.purchase_id))
    const [placed] = await server.services.db.select().from(orders).where(eq(orders.id, purchase.purchase_id))
    const { subject, text } = receiptLetter(placed!, [row!], server.config.seller, { firstName: '', origin: null })
    expect(subject).toBe('Оплату отримано: Вербальний тест IQ')
    for (const part of [
      '149,00',
      orderNumber(purchase.purchase_id),
      'ФОП Приклад',
      'Спроб екзамену: 2',
      'Доступ діє до:',
    ]) {
      expect(text).toContain(part)
    }
  })

  it('an order of a paid test returns the paid order and no checkout', async () => {
    await callBack(server, paymentOf(purchase))
    expect(await order(buyer)).toMatchObject({ purchase_id: purchase.purchase_id, status: 'paid', checkout: null })
  })

  const day = 86_400_000
  const sandbox = () => createSandbox('a secret of the sandbox', createSandboxBank(server.services.db))
  const change = (what: Partial<typeof orders.$inferInsert>) =>
    server.services.db.update(orders).set(what).where(eq(orders.id, purchase.purchase_id))
  const ordered = (millisecondsAgo: number) => change({ createdAt: new Date(Date.now() - millisecondsAgo) })
  const giveUp = async (status: string, millisecondsAgo: number) => {
    await change({ status, checkoutExpiresAt: new Date(Date.now() - 1000) })
    await server.services.db
      .update(purchases)
      .set({ status, live: false })
      .where(eq(purchases.id, purchase.purchase_id))
    await ordered(millisecondsAgo)
  }

  /** Pays while the shop cannot be reached: the bank knows, the shop does not. */
  const payUnheard = () =>
    server.services.pool.query(
      'insert into sandbox.payments (order_id, amount, currency, status) values ($1, 14900, $2, $3)',
      [purchase.purchase_id, 'UAH', 'success'],
    )
})

describe('a refused callback', () => {
  it.each([
    ['a foreign signature', {}, 'another secret'],
    ['another amount', { amount: 1 }],
    ['a greater amount', { amount: 149.01 }],
    ['an amount that is none', { amount: 'NaN' }],
    ['another currency', { currency: 'USD' }],
    ['an unknown order', { order_id: '00000000-0000-4000-8000-000000000000' }],
    ['an order that is no id', { order_id: "1' or '1'='1" }],
    ['no order', { order_id: undefined }],
  ] as [string, object, string?][])(
    '[S32] the server refuses a callback with %s, and opens nothing',
    async (_what, change, secret) => {
      const reply = await callBack(server, paymentOf(purchase, change), secret)
      expect([reply.status, reply.body.code]).toEqual([400, 'payment_rejected'])
      expect(await statusOf(buyer, purchase)).toBe('pending')
    },
  )

  it.each([
    ['no body', ''],
    ['no signature', 'data=e30%3D'],
    ['rubbish', '%%%=&&&'],
    ['JSON', '{"data":1}'],
  ])('the server answers 400 to a malformed callback: %s', async (_what, body) => {
    const response = await fetch(`${server.origin}/api/payments/sandbox/callback/`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
    })
    expect(response.status).toBe(400)
  })

  it('the server answers 404 to a callback at the address of a provider that is not configured', async () => {
    for (const name of ['liqpay', 'monobank']) {
      const response = await fetch(`${server.origin}/api/payments/${name}/callback/`, { method: 'POST' })
      expect(response.status).toBe(404)
    }
  })

  it('the server records the sum of a refused callback as a mismatch', async () => {
    await callBack(server, paymentOf(purchase, { amount: 1 }))
    expect(await movements()).toContain('mismatch 100')
  })
})

describe('events out of order', () => {
  it('[S32] late events of processing or failure do not take a paid test back', async () => {
    await callBack(server, paymentOf(purchase))
    for (const status of ['processing', 'failure', 'error']) await callBack(server, paymentOf(purchase, { status }))
    expect(await statusOf(buyer, purchase)).toBe('paid')
  })

  it('a success after a failure opens the test', async () => {
    await callBack(server, paymentOf(purchase, { status: 'failure' }))
    await callBack(server, paymentOf(purchase))
    expect(await statusOf(buyer, purchase)).toBe('paid')
  })

  it('an order stays refunded if the reversal arrives before its payment', async () => {
    await callBack(server, paymentOf(purchase, { status: 'reversed' }))
    await callBack(server, paymentOf(purchase))
    expect(await statusOf(buyer, purchase)).toBe('refunded')
  })

  it('a payment opens the test although its partial refund arrived first', async () => {
    await callBack(server, paymentOf(purchase, { status: 'reversed', amount: 40 }))
    await callBack(server, paymentOf(purchase))
    expect(await statusOf(buyer, purchase)).toBe('paid')
    expect(await movements()).toEqual(['payment 14900', 'refund 4000'])
  })

  it('[S34] a full refund closes the test, and a repeated payment callback neither opens it nor changes the ledger', async () => {
    await callBack(server, paymentOf(purchase))
    await callBack(server, paymentOf(purchase, { status: 'reversed' }))
    await callBack(server, paymentOf(purchase))
    expect(await statusOf(buyer, purchase)).toBe('refunded')
    expect(await movements()).toEqual(['payment 14900', 'refund 14900'])
    const exam = await buyer.get(`/api/exam-meta/${purchase.purchase_id}/?start_key=12345678`)
    expect(exam.body.code).toBe('purchase_not_paid')
    expect((await buyer.get('/api/notifications/')).body.results[0]).toMatchObject({ title: 'Кошти повернено' })
  })
})

describe('an erasure that has locked its person', () => {
  it.each([
    ['a payment', () => callBack(server, paymentOf(purchase)).then(({ status }) => status)],
    [
      'an order that takes the place of a purchase whose time is over',
      async () => {
        await server.services.pool.query(
          `update purchases set expires_at = now() - interval '1 minute' where id = $1`,
          [purchase.purchase_id],
        )
        return (await order(buyer)).status === 'pending' ? 200 : 0
      },
    ],
  ])('an erasure that has locked its person does not deadlock with %s', async (what, act) => {
    if (what !== 'a payment') await callBack(server, paymentOf(purchase))
    const held = await holdRow(server, 'users', buyer.userId!)
    const acted = act()
    await held.until(1)
    await held.client.query('update purchases set live = live where user_id = $1', [buyer.userId])
    await held.letGo()
    expect(await acted).toBe(200)
  })
})

describe('money that buys nothing', () => {
  it('the second payment of one order is returned, and the order stays paid', async () => {
    await callBack(server, paymentOf(purchase))
    const second = await callBack(server, paymentOf(purchase, { payment_id: 'second' }))
    expect(second.status).toBe(200)
    await until(async () => (await movements()).includes('refund_sent 14900'))
    expect(await movements()).toEqual(['payment 14900', 'payment 14900', 'refund_due 14900', 'refund_sent 14900'])
    await callBack(server, paymentOf(purchase, { payment_id: 'second', status: 'reversed' }))
    expect(await statusOf(buyer, purchase)).toBe('paid')
  })

  it('a payment of an old order after a new one of the same test is owed back', async () => {
    await callBack(server, paymentOf(purchase, { status: 'failure' }))
    const newer = await order(buyer)
    await callBack(server, paymentOf(newer))
    await callBack(server, paymentOf(purchase))
    expect(await movements()).toContain('refund_due 14900')
    expect((await buyer.get('/api/owned-tests/')).body.results.map(({ id }: { id: string }) => id)).toEqual([
      newer.purchase_id,
    ])
  })

  it('a person who has the test by a new order gets no news of a closed test when an old payment is returned', async () => {
    await callBack(server, paymentOf(purchase, { status: 'failure' }))
    const newer = await order(buyer)
    await callBack(server, paymentOf(newer))
    await callBack(server, paymentOf(purchase))
    await callBack(server, paymentOf(purchase, { status: 'reversed' }))
    expect([await statusOf(buyer, purchase), await statusOf(buyer, newer)]).toEqual(['refunded', 'paid'])
    const { results } = (await buyer.get('/api/notifications/')).body
    expect(results.map(({ title }: { title: string }) => title)).toEqual(['Повертаємо зайвий платіж', 'Тест відкрито'])
  })

  it('an old order that is paid while a new one waits opens the test, and the new one expires', async () => {
    await callBack(server, paymentOf(purchase, { status: 'failure' }))
    const newer = await order(buyer)
    await callBack(server, paymentOf(purchase))
    expect([await statusOf(buyer, purchase), await statusOf(buyer, newer)]).toEqual(['paid', 'expired'])
  })
})

describe('the ledger', () => {
  it('the ledger refuses updates and deletions', async () => {
    await callBack(server, paymentOf(purchase))
    const { pool } = server.services
    await expect(pool.query('update ledger set amount = 0')).rejects.toThrow('append-only')
    await expect(pool.query('delete from ledger')).rejects.toThrow('append-only')
  })

  it('an index of the database allows a person one live purchase of a test', async () => {
    const [row] = await server.services.db.select().from(purchases).where(eq(purchases.id, purchase.purchase_id))
    const { id: _id, ...copy } = row!
    const second = server.services.db.insert(purchases).values(copy)
    await expect(second).rejects.toMatchObject({ cause: { constraint: 'purchases_one_live' } })
  })
})
