import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { users } from '../../server/db/schema/accounts.ts'
import { attempts } from '../../server/db/schema/attempts.ts'
import { ledger, orders, purchases } from '../../server/db/schema/purchases.ts'
import { notifications } from '../../server/db/schema/site.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { letLinksExpire, letterTo, linkIn } from '../support/letters.ts'
import { givePurchase, newcomer, Person, password, registration } from '../support/person.ts'
import { callBack, decide, order, paymentOf } from '../support/sandbox.ts'
import { answersOf, openExam, someEvents, until } from '../support/exam-calls.ts'

let server: TestServer
let person: Person
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  person = await newcomer(server)
})
afterAll(() => server.close())

const guest = () => new Person(server)
const logIn = async (someone: Person) =>
  (await guest().post('/api/auth/login/', { email: someone.email, password })).status

/** Buys a test, takes its exam to the result, and writes to us: this leaves traces everywhere. */
async function live(someone: Person): Promise<string> {
  const { purchase_id } = await order(someone, 'verbalnij')
  await callBack(server, paymentOf({ purchase_id }))
  await order(someone, 'verbalnij-proba')
  const { attempt, questions } = await openExam(someone, purchase_id)
  const { ticket, submission_key } = attempt
  const events = someEvents(questions)
  await someone.put(`/api/exam-answers/${purchase_id}/`, { ticket, begin: true, events })
  await someone.post(`/api/exam-meta/${purchase_id}/`, {
    answers: answersOf(events),
    submission_key,
    ticket,
    events,
  })
  await until(async () => (await someone.get(`/api/exam-results-status/${purchase_id}/`)).body.status === 'completed')
  const [{ attempt_id }] = (await someone.get(`/api/test-results/${purchase_id}/`)).body.results
  const report = { number: 1, words: `Так вважає ${someone.email}: тут дві відповіді` }
  expect((await someone.post(`/api/question-reports/${attempt_id}/`, report)).status).toBe(200)
  await someone.put('/api/user/profile/', { description: `Опис ${someone.email}`, phone_number: '+380441234567' })
  await someone.post('/api/feedback/', { email: someone.email, message: 'Дякую за тест, було цікаво.' })
  await server.services.db.update(users).set({ isVerified: true }).where(eq(users.id, someone.userId!))
  await guest().post('/api/feedback/', { email: someone.email, message: 'А це я пишу, не увійшовши.' })
  return purchase_id
}

describe('the export of a person’s data', () => {
  it('a person downloads all that the server keeps about them as one JSON document', async () => {
    const purchaseId = await live(person)
    const { status, headers, body } = await person.get('/api/user/export/')
    expect(status).toBe(200)
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="[\w-]+\.json"$/)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body.account).toMatchObject({ id: person.userId, email: person.email, phone_number: '+380441234567' })
    expect(body.consents.map(({ kind }: { kind: string }) => kind).sort()).toEqual(['offer', 'privacy'])
    expect(body.sessions).toMatchObject([{ remember_me: false, ended_at: null }])
    expect(body.purchases[0]).toMatchObject({ id: purchaseId, status: 'paid', payments: [{ kind: 'payment' }] })
    expect(body.attempts).toMatchObject([{ purchase_id: purchaseId, mode: 'exam', state: 'graded' }])
    const [attempt] = body.attempts
    expect(attempt.answers).toHaveLength(attempt.results[0].total)
    expect(attempt.answers[0]).toMatchObject({ value: expect.any(String), phase: 'in_time' })
    expect(body.notifications.length).toBeGreaterThan(1)
    expect(body.achievements).toMatchObject([{ code: 'first-exam' }])
    expect(body.feedback).toHaveLength(2)
    expect(body.question_reports).toEqual([
      {
        attempt_id: attempt.id,
        question_id: expect.any(String),
        words: expect.stringContaining('дві відповіді'),
        created_at: expect.any(String),
        closed_at: null,
        outcome: null,
      },
    ])
    expect(body.push_subscriptions).toEqual([])
    expect(body.letters[0].subject).toContain('Підтвердьте адресу')
  })

  it('an export of 1,050 notifications reads at most 200 rows at a time, and has each row once, in order', async () => {
    const { db } = server.services
    const someone = await newcomer(server)
    const number = Array.from({ length: 1050 }, (_, n) => n)
    // 300 rows share a moment: a page ends in the middle of them.
    const at = (n: number) => new Date(Date.UTC(2030, 0, 1) + Math.floor(n / 300))
    const news = { userId: someone.userId!, kind: 'result-ready', message: '' }
    await db.insert(notifications).values(number.map((n) => ({ ...news, title: `${n}`, createdAt: at(n) })))
    const purchaseId = await givePurchase(server, someone, 'verbalnij-proba')
    const paper = (await someone.get(`/api/test-meta/${purchaseId}/`)).body
    await someone.post(`/api/test-meta/${purchaseId}/`, { answers: answersOf(someEvents(paper.questions)) })
    const [made] = await db.select().from(attempts).where(eq(attempts.userId, someone.userId!))
    const copy = (n: number) => ({ ...made!, id: crypto.randomUUID(), ticketHash: `${n}`, createdAt: at(n) })
    await db.insert(attempts).values(number.slice(0, 45).map(copy))

    const read: Promise<{ rows?: object[] }>[] = []
    const query = vi.spyOn(server.services.pool, 'query')
    const { body } = await someone.get('/api/user/export/')
    for (const { value } of query.mock.results) read.push(value as never)
    query.mockRestore()
    const sizes = (await Promise.all(read)).map(({ rows = [] }) => rows.length)
    expect(Math.max(...sizes)).toBe(200)

    const readyNews = body.notifications.filter(({ kind }: { kind: string }) => kind === 'result-ready')
    expect(readyNews).toHaveLength(number.length)
    expect(new Set(readyNews.map(({ title }: { title: string }) => title)).size).toBe(number.length)
    const moments = body.notifications.map(({ created_at }: { created_at: string }) => created_at)
    expect(moments).toEqual(moments.toSorted())
    expect(new Set(body.attempts.map(({ id }: { id: string }) => id)).size).toBe(46)
    expect(body.attempts.find(({ id }: { id: string }) => id === made!.id).answers).toHaveLength(6)
  })

  it('the export holds no other person’s data, and no secret that guards an exam or an account', async () => {
    const stranger = await newcomer(server)
    await live(stranger)
    await person.post('/api/feedback/', { email: person.email, message: 'Моє власне звернення до вас.' })
    // An unconfirmed address may be somebody else's, and so may a message from it.
    await guest().post('/api/feedback/', { email: person.email, message: 'Так пише хтось із цієї адреси.' })
    const { text, body } = await person.get('/api/user/export/')
    expect(text).not.toContain(stranger.email!)
    expect(text).not.toContain(stranger.userId!)
    expect([body.purchases, body.attempts, body.feedback.length]).toEqual([[], [], 1])
    expect((await stranger.get('/api/user/export/')).text).not.toMatch(
      /hash|ticket|submission_key|password"|seed|correct_option|"key"/,
    )
  })

  it('a guest who asks for the export gets 401', async () => {
    expect((await guest().get('/api/user/export/')).status).toBe(401)
  })
})

describe('closing an account', () => {
  const leave = (given = password) => person.post('/api/user/delete/', { password: given })
  const keep = (link: { uid: string; token: string }) => guest().post('/api/user/keep/', link)

  /** Runs the jobs that wait for the end of the seven days. */
  async function jobsAreDone(userId: string): Promise<void> {
    const { db } = server.services
    const theirs = sql`name = 'erase-account' and data->>'user_id' = ${userId}`
    await db.execute(sql`update pgboss.job set start_after = now() where ${theirs}`)
    await until(async () => {
      const open = await db.execute(sql`select 1 from pgboss.job where ${theirs} and state <> 'completed'`)
      return open.rows.length === 0
    })
  }

  async function letAWeekPass(userId: string): Promise<void> {
    const over = { eraseAfter: sql`now() - interval '1 second'` }
    await server.services.db.update(users).set(over).where(eq(users.id, userId))
    await jobsAreDone(userId)
  }

  const account = async (userId: string) =>
    (await server.services.db.select().from(users).where(eq(users.id, userId)))[0]

  it('closing an account ends its sessions on every device immediately, and the reply says when the data is erased', async () => {
    const elsewhere = guest()
    elsewhere.access = (await guest().post('/api/auth/login/', { email: person.email, password })).body.access
    const { status, body } = await leave()
    expect(status).toBe(200)
    const closed = await account(person.userId!)
    expect(body.erased_at).toBe(closed!.eraseAfter!.toISOString())
    expect(closed!.eraseAfter!.getTime() - closed!.closedAt!.getTime()).toBe(7 * 86_400_000)

    for (const one of [person, elsewhere]) expect((await one.get('/api/owned-tests/')).body.code).toBe('token_revoked')
    expect((await guest().post('/api/auth/token/refresh/', { refresh: person.refresh })).status).toBe(401)
    expect(await logIn(person)).toBe(403)
    expect((await guest().post('/api/auth/register/', registration(person.email!))).status).toBe(409)
    const letter = await letterTo(server, person.email!, '/keep-account/')
    expect(letter).toMatch(/податкового обліку.*без вашого імені/s)
  })

  it('closing an account needs a session and the right password', async () => {
    const wrong = await leave('не той')
    expect([wrong.status, wrong.body.code, Object.keys(wrong.body.fields)]).toEqual([
      400,
      'wrong_password',
      ['password'],
    ])
    expect((await person.post('/api/user/delete/', {})).status).toBe(400)
    expect((await guest().post('/api/user/delete/', { password })).status).toBe(401)
    expect(await logIn(person)).toBe(200)
  })

  it('the link of the letter restores a closed account once, and then nothing is erased', async () => {
    await leave()
    const link = await linkIn(server, person.email!, 'keep-account')
    const stranger = Buffer.from((await newcomer(server)).userId!).toString('base64url')
    for (const wrong of [
      { ...link, uid: stranger },
      { ...link, uid: 'x' },
      { ...link, token: `${link.token}x` },
    ]) {
      expect((await keep(wrong)).body.code).toBe('link_invalid')
    }
    expect((await keep(link)).status).toBe(200)
    expect((await keep(link)).body.code).toBe('link_invalid')
    expect(await logIn(person)).toBe(200)
    expect((await person.get('/api/owned-tests/')).status).toBe(401)

    await jobsAreDone(person.userId!)
    expect(await logIn(person)).toBe(200)
  })

  it('three requests to close an account at the same time close it once, and the link of its letter restores it', async () => {
    const replies = await Promise.all([leave(), leave(), leave()])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401, 401])
    expect((await keep(await linkIn(server, person.email!, 'keep-account'))).status).toBe(200)
  })

  it('an account that was restored and closed again is not erased before its new seven days are over', async () => {
    await leave()
    await keep(await linkIn(server, person.email!, 'keep-account'))
    person.access = (await guest().post('/api/auth/login/', { email: person.email, password })).body.access
    await leave()
    await jobsAreDone(person.userId!)
    expect((await account(person.userId!))!.erasedAt).toBeNull()
  })

  it('an expired link does not restore a closed account', async () => {
    await leave()
    const link = await linkIn(server, person.email!, 'keep-account')
    await letLinksExpire(server, person.userId!)
    expect((await keep(link)).body.code).toBe('link_invalid')
  })

  it('closing an account invalidates earlier links for confirming the address and for resetting the password', async () => {
    const [verify] = [await linkIn(server, person.email!, 'verify-email')]
    await guest().post('/api/auth/password/reset/', { email: person.email })
    const reset = await linkIn(server, person.email!, 'reset-password')
    await leave()
    const pair = { new_password1: 'зовсім-новий-пароль-8', new_password2: 'зовсім-новий-пароль-8' }
    expect((await guest().post('/api/auth/password/reset/confirm/', { ...reset, ...pair })).status).toBe(400)
    expect((await guest().post('/api/auth/email/verify/', verify)).status).toBe(400)
  })

  it('seven days after a person closes the account, the server erases all their data; only payment records stay, without a name', async () => {
    const purchaseId = await live(person)
    await server.services.db.update(purchases).set({ extraTimeFactor: 1.5 }).where(eq(purchases.userId, person.userId!))
    const known = { region: 'UA-32', age: '65-and-over', schooling: 'vocational' }
    expect((await person.put('/api/user/profile/', known)).status).toBe(200)
    await leave()
    await letterTo(server, person.email!, '/keep-account/')
    await letAWeekPass(person.userId!)

    expect((await account(person.userId!))!.erasedAt).not.toBeNull()
    expect(await account(person.userId!)).toMatchObject({ region: '', age: '', schooling: '' })
    expect(await tracesOf(person.email!, person.userId!)).toEqual(['orders', 'purchases', 'users'])
    const { db } = server.services
    const kept = await db.select().from(purchases).where(eq(purchases.userId, person.userId!))
    expect(kept.map((purchase) => purchase.live)).toEqual([false, false])
    expect(kept.map((purchase) => purchase.extraTimeFactor)).toEqual([1, 1])
    expect(await db.select().from(ledger).where(eq(ledger.orderId, purchaseId))).toHaveLength(1)
    expect(await logIn(person)).toBe(400)
    expect((await guest().post('/api/auth/register/', registration(person.email!))).status).toBe(200)
  })

  it('seven days after closing, the server keeps nothing of a person who was never shown a checkout', async () => {
    await leave()
    await letterTo(server, person.email!, '/keep-account/')
    await letAWeekPass(person.userId!)
    expect(await account(person.userId!)).toBeUndefined()
    expect(await tracesOf(person.email!, person.userId!)).toEqual([])
  })

  it.each<[of: string, end: (purchase: any) => unknown]>([
    ['an order that still waits for its payment', () => undefined],
    ['an order whose checkout was declined', (purchase) => decide(server, purchase, 'decline')],
    [
      'an order whose checkout expired long ago',
      ({ purchase_id }) =>
        server.services.db.transaction(async (tx) => {
          await tx.update(orders).set({ status: 'expired' }).where(eq(orders.id, purchase_id))
          await tx.update(purchases).set({ status: 'expired', live: false }).where(eq(purchases.id, purchase_id))
        }),
    ],
  ])('the server refunds a payment that arrives after the account was erased, for %s', async (_what, end) => {
    const purchase = await order(person, 'verbalnij')
    await end(purchase)
    await leave()
    await letterTo(server, person.email!, '/keep-account/')
    await letAWeekPass(person.userId!)
    expect(await tracesOf(person.email!, person.userId!)).toEqual(['orders', 'purchases', 'users'])
    expect((await callBack(server, paymentOf(purchase))).status).toBe(200)
    const { db } = server.services
    await until(async () => {
      const rows = await db.select().from(ledger).where(eq(ledger.orderId, purchase.purchase_id))
      return rows.map(({ kind }) => kind).join() === 'payment,refund_due,refund_sent'
    })
    const [kept] = await db.select().from(purchases).where(eq(purchases.id, purchase.purchase_id))
    expect(kept!.status).not.toBe('paid')
  })
})

/** Expects the address in no row of any table, jobs included. Returns our tables that still hold the id. */
async function tracesOf(email: string, userId: string): Promise<string[]> {
  const { db } = server.services
  const tables = await db.execute<{ schema: string; name: string }>(
    sql`select table_schema as schema, table_name as name from information_schema.tables
        where table_schema in ('public', 'pgboss') order by 1, 2`,
  )
  const found: string[] = []
  for (const { schema, name } of tables.rows) {
    const table = sql`${sql.identifier(schema)}.${sql.identifier(name)}`
    const rows = await db.execute<{ row: string }>(sql`select t::text as row from ${table} t`)
    expect(rows.rows.filter(({ row }) => row.includes(email)).map(() => name)).toEqual([])
    // A job may hold ids for some days.
    if (schema === 'public' && rows.rows.some(({ row }) => row.includes(userId))) found.push(name)
  }
  return found
}
