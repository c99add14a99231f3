import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { orders, purchases } from '../../server/db/schema/purchases.ts'
import {
  retireEnded,
  retireUnanswered,
  retireUnopened,
} from '../../server/features/purchases/rounds/retire-purchases.ts'
import { notifyOfEnds } from '../../server/features/purchases/rounds/notify-of-ends.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { allAtOnce } from '../support/crowd.ts'
import { givePurchase, newcomer, type Person } from '../support/person.ts'
import { callBack, order, paymentOf } from '../support/sandbox.ts'
import { answersOf, newKey, openExam, someEvents } from '../support/exam-calls.ts'

let servers: [TestServer, TestServer]
let person: Person
beforeAll(async () => {
  const first = await startTestServer({ rounds: 'by hand' })
  servers = [first, await startTestServer({ sharing: first, rounds: 'by hand' })]
})
beforeEach(async () => {
  person = await newcomer(servers[0])
})
afterAll(async () => {
  await servers[1].close()
  await servers[0].close()
})

const db = () => servers[0].services.db
const hours = (count: number) => new Date(Date.now() + count * 3_600_000)
const endAt = (id: string, expiresAt: Date) => db().update(purchases).set({ expiresAt }).where(eq(purchases.id, id))
const liveOf = async (id: string) => (await db().select().from(purchases).where(eq(purchases.id, id)))[0]!.live
const news = async () => (await person.get('/api/notifications/')).body.results
/** Runs the rounds of both servers many times at the same time, as if they met. */
const tellAtOnce = () => allAtOnce(servers, ({ services }) => notifyOfEnds(services))

describe('the end of a purchase', () => {
  it('the end of a purchase is announced a week ahead and a day ahead, each once, although two servers run 25 rounds at the same time', async () => {
    const id = await givePurchase(servers[0], person, 'logichnij', { expiresAt: hours(8 * 24) })
    await tellAtOnce()
    expect(await news()).toEqual([])

    await endAt(id, hours(6 * 24))
    await tellAtOnce()
    await tellAtOnce()
    expect(await news()).toMatchObject([
      {
        kind: 'purchase-ending',
        title: 'Доступ скоро закінчиться',
        message: expect.stringMatching(
          /^Тест «Логічний тест IQ» відкритий для вас до \d+ [а-яіїє]+ \d{4} р\. о \d\d:\d\d \(за Києвом\)\./,
        ),
        additional_data: { purchase_pack_id: id, purchase_pack_title: 'Логічний тест IQ' },
      },
    ])

    await endAt(id, hours(20))
    await tellAtOnce()
    await tellAtOnce()
    expect((await news()).map(({ title }: { title: string }) => title)).toEqual([
      'Остання доба доступу',
      'Доступ скоро закінчиться',
    ])
  })

  it('the last day of a purchase is announced once, and the end of an expired or refunded purchase is not announced', async () => {
    await givePurchase(servers[0], person, 'logichnij', { expiresAt: hours(3) })
    await givePurchase(servers[0], person, 'verbalnij', { expiresAt: hours(-3) })
    await givePurchase(servers[0], person, 'abstraktnij', { expiresAt: hours(3), status: 'refunded', live: false })
    await tellAtOnce()
    expect((await news()).map(({ title }: { title: string }) => title)).toEqual(['Остання доба доступу'])
  })

  it('[S03] an expired purchase lets a running exam be saved and submitted, and opens no other exam and no training', async () => {
    const id = await givePurchase(servers[0], person, 'logichnij')
    const { attempt, questions } = await openExam(person, id)
    const { ticket, submission_key } = attempt
    await person.put(`/api/exam-answers/${id}/`, { ticket, begin: true, events: [] })
    await endAt(id, hours(-1))
    await retireEnded(db())

    const events = someEvents(questions)
    expect((await person.get(`/api/exam-meta/${id}/`)).body.attempt.id).toBe(attempt.id)
    expect((await person.put(`/api/exam-answers/${id}/`, { ticket, events })).status).toBe(200)
    const submitted = await person.post(`/api/exam-meta/${id}/`, {
      ticket,
      submission_key,
      answers: answersOf(events),
      events,
    })
    expect(submitted.status).toBe(200)

    for (const address of [`/api/exam-meta/${id}/?start_key=${newKey()}`, `/api/test-meta/${id}/`]) {
      const refused = await person.get(address)
      expect([address, refused.status, refused.body.code]).toEqual([address, 409, 'purchase_expired'])
    }
    expect((await person.get(`/api/test-results/${id}/`)).body.count).toBe(1)
  })

  it('[S3.11] an expired purchase is listed as expired, also in the legal replies, and its test can be bought and paid again', async () => {
    const first = await order(person, 'logichnij')
    await callBack(servers[0], paymentOf(first, { amount: 199 }))
    await endAt(first.purchase_id, hours(-1))
    await retireEnded(db())
    expect(await liveOf(first.purchase_id)).toBe(false)
    expect((await person.get('/api/owned-tests/')).body.results).toMatchObject([
      { id: first.purchase_id, status: 'expired', test: { owned_purchase_id: null } },
    ])
    expect((await person.get('/api/offer/')).body.expired).toMatchObject([{ id: first.purchase_id }])

    const second = await order(person, 'logichnij')
    expect(second).toMatchObject({ status: 'pending' })
    expect(second.purchase_id).not.toBe(first.purchase_id)
    await callBack(servers[0], paymentOf(second, { amount: 199 }))
    const shelf = (await person.get('/api/owned-tests/')).body.results
    expect(shelf.map(({ id, status }: any) => [id, status])).toEqual([
      [second.purchase_id, 'paid'],
      [first.purchase_id, 'expired'],
    ])
  })
})

describe('an order whose payment could not even be opened', () => {
  it('an order whose checkout could not be opened expires after a day', async () => {
    const id = await givePurchase(servers[0], person, 'logichnij', {
      status: 'pending',
      paidAt: null,
      expiresAt: null,
      createdAt: hours(-25),
    })
    await retireUnopened(servers[0].services, 'sandbox')
    expect([await liveOf(id), (await person.get(`/api/purchases/${id}/`)).body.status]).toEqual([false, 'expired'])
  })
})

describe('an order whose provider never says how it ended', () => {
  it.each([
    ['an order without an answer of its provider still waits 71 hours after its checkout', -71, 'pending'],
    ['an order without an answer of its provider expires 73 hours after its checkout', -73, 'expired'],
  ])('%s', async (_what, sinceHours, status) => {
    const { purchase_id: id } = await order(person, 'logichnij')
    await db()
      .update(orders)
      .set({ checkoutExpiresAt: hours(sinceHours) })
      .where(eq(orders.id, id))
    await retireUnanswered(servers[0].services, 'sandbox')
    const [row] = await db().select().from(purchases).where(eq(purchases.id, id))
    expect(row).toMatchObject({ status, live: status === 'pending' })
  })
})
