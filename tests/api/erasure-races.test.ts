import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { users } from '../../server/db/schema/accounts.ts'
import { attempts } from '../../server/db/schema/attempts.ts'
import { eraseAccount, eraseOverdue } from '../../server/features/account/erase-account.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { through } from '../support/crowd.ts'
import { holdRow } from '../support/held-row.ts'
import { newcomer, type Person } from '../support/person.ts'
import { callBack, order, paymentOf } from '../support/sandbox.ts'
import { startedExam } from '../support/started-exam.ts'

let servers: [TestServer, TestServer]
beforeAll(async () => {
  const first = await startTestServer({ workMode: 'inline', logLevel: 'silent' })
  servers = [first, await startTestServer({ workMode: 'inline', logLevel: 'silent', sharing: first })]
})
afterAll(async () => {
  await servers[1].close()
  await servers[0].close()
})

const db = () => servers[0].services.db
const pool = () => servers[0].services.pool

/** Closes an account as if its owner had left more than a week ago. */
const closeLongAgo = (userId: string, overdueBy = '1 minute') =>
  db()
    .update(users)
    .set({ closedAt: sql`now() - interval '8 days'`, eraseAfter: sql`now() - ${overdueBy}::interval` })
    .where(eq(users.id, userId))

const isErased = async (userId: string) => {
  const [account] = await db().select().from(users).where(eq(users.id, userId))
  return account === undefined || account.erasedAt !== null
}

describe('an erasure that meets a call', () => {
  it.each(['save', 'submit'] as const)(
    'a call that waits while its attempt is deleted gets 403, and so does the next one: %s',
    async (what) => {
      const exam = await startedExam(servers[0])
      const held = await holdRow(servers[0], 'attempts', exam.attemptId)
      const call = what === 'save' ? exam.save({ events: exam.events }) : exam.submit({ answers: [], events: [] })
      await held.until(1)
      await held.client.query('delete from attempts where id = $1', [exam.attemptId])
      await held.letGo()
      const { status, body } = await call
      expect([status, body]).toEqual([
        403,
        { detail: expect.stringMatching(/[а-яіїєґ]{3}/i), code: 'ticket_invalid', status_code: 403 },
      ])
      expect(
        await (what === 'save' ? exam.save({ events: exam.events }) : exam.submit({ answers: [], events: [] })),
      ).toMatchObject({ status, body })
    },
  )

  it('a payment callback locks the account before the purchase, as an erasure does, so the two do not deadlock', async () => {
    const person = await newcomer(servers[0])
    const ordered = await order(person)
    const held = await holdRow(servers[0], 'users', person.userId!)
    const calledBack = callBack(servers[1], paymentOf(ordered))
    await held.until(1)
    await held.client.query('select 1 from purchases where id = $1 for update', [ordered.purchase_id])
    await held.letGo()
    expect((await calledBack).status).toBe(200)
  })

  it('40 erasures during calls at two servers cause no status of 500 or above, and erase every account @full', {
    timeout: 240_000,
  }, async () => {
    const seen = new Map<number, number>()
    for (let round = 0; round < 40; round += 1) {
      const exam = await startedExam(servers[round % 2]!)
      const elsewhere = through(servers[(round + 1) % 2]!, exam.person)
      const ordered = await order(exam.person)
      const calls = [
        exam.save({ events: exam.events }),
        exam.submit({ answers: [], events: exam.events }),
        exam.save({ take_over: true }),
        callBack(servers[round % 2]!, paymentOf(ordered)),
        ...[exam.person, elsewhere].flatMap((by: Person) => [
          by.get(`/api/exam-meta/${exam.purchaseId}/`),
          by.get(`/api/test-meta/${exam.purchaseId}/`),
          by.get(`/api/exam-results-status/${exam.purchaseId}/`),
          by.get(`/api/purchases/${ordered.purchase_id}/`),
          by.get('/api/achievements/'),
          by.get('/api/user/profile/'),
          by.get('/api/user/export/'),
          by.post('/api/user/consents/', { kind: 'newsletter', accepted: true }),
        ]),
      ]
      const erasing = closeLongAgo(exam.person.userId!).then(() =>
        eraseAccount(servers[(round + 1) % 2]!.services, exam.person.userId!),
      )
      for (const { status, body } of await Promise.all(calls)) {
        seen.set(status, (seen.get(status) ?? 0) + 1)
        if (status >= 500) throw new Error(`${status}: ${JSON.stringify(body)}`)
      }
      await erasing
      expect(await isErased(exam.person.userId!)).toBe(true)
      expect(await db().$count(attempts, eq(attempts.userId, exam.person.userId!))).toBe(0)
    }
    // If all calls or none had been refused, they would not have met the erasure.
    expect([...seen.keys()]).toEqual(expect.arrayContaining([200, 401]))
  })
})

describe('a transaction that has to give way', () => {
  it('two transactions that lock the same rows in opposite orders both succeed, because one is run again as a whole', async () => {
    const [one, two] = [(await newcomer(servers[0])).userId!, (await newcomer(servers[0])).userId!]
    let begun = 0
    let goOn: () => void = () => undefined
    const bothHaveBegun = new Promise<void>((resolve) => (goOn = resolve))
    const rename = (server: TestServer, ids: string[], name: string) =>
      server.services.db.transaction(async (tx) => {
        await tx.update(users).set({ firstName: name }).where(eq(users.id, ids[0]!))
        begun += 1
        if (begun === 2) goOn()
        await bothHaveBegun
        await tx.update(users).set({ lastName: name }).where(eq(users.id, ids[1]!))
      })
    await Promise.all([rename(servers[0], [one, two], 'А'), rename(servers[1], [two, one], 'Б')])
    // The transaction that gave way may meet the other once more.
    expect(begun).toBeGreaterThan(2)
    const rows = await db().select().from(users).where(sql`${users.id} in (${one}, ${two})`)
    const nameOf = (id: string) => rows.find((row) => row.id === id)!
    expect([nameOf(one).firstName, nameOf(one).lastName]).toEqual(['А', 'Б'])
    expect([nameOf(two).firstName, nameOf(two).lastName]).toEqual(['Б', 'А'])
  })

  it.each(['40P01', '40001'])(
    'a call whose transaction has to give way four times (%s) gets 503 with Retry-After, not a fault',
    async (code) => {
      const person = await newcomer(servers[0])
      const tries = `tries_${code.toLowerCase()}`
      await pool().query(`
      create sequence ${tries};
      create function give_way() returns trigger language plpgsql as $$
        begin perform nextval('${tries}'); raise exception 'give way' using errcode = '${code}'; end $$;
      create trigger give_way before insert on one_time_tokens for each row execute function give_way();`)
      try {
        const { status, body, headers } = await person.post('/api/auth/email/resend/')
        expect([status, body.code, body.status_code]).toEqual([503, 'overloaded', 503])
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
        const { rows } = await pool().query(`select last_value::int as tries from ${tries}`)
        expect(rows[0].tries).toBe(4)
      } finally {
        await pool().query('drop trigger give_way on one_time_tokens; drop function give_way()')
      }
      expect((await person.post('/api/auth/email/resend/')).status).toBe(200)
    },
  )
})

describe('an account whose erasure was lost by the queue', () => {
  it('the round erases an account that is overdue by 61 minutes, and none that is overdue by 59 minutes or not closed', async () => {
    const [lost, fresh, kept] = [await newcomer(servers[0]), await newcomer(servers[0]), await newcomer(servers[0])]
    await closeLongAgo(lost.userId!, '61 minutes')
    await closeLongAgo(fresh.userId!, '59 minutes')
    await eraseOverdue(servers[0].services)
    expect(await Promise.all([lost, fresh, kept].map(({ userId }) => isErased(userId!)))).toEqual([true, false, false])
  })
})
