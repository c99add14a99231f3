import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect } from '../../server/db/connect.ts'
import { startJobQueue } from '../../server/jobs/job-queue.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { freshDatabase } from '../support/database.ts'
import { until } from '../support/exam-calls.ts'
import { newcomer, password } from '../support/person.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const countJobs = async (mail_id: string) => {
  const { rows } = await server.services.pool.query(
    `select count(*)::int as jobs from pgboss.job where name = 'send-mail' and data->>'mail_id' = $1`,
    [mail_id],
  )
  return rows[0].jobs
}

const unheard = { warn: () => undefined, error: () => undefined }

describe('a queue of many jobs', () => {
  it('the queue runs 120 jobs without a pause between them, so a class that begins together does not wait', async () => {
    const { db, jobs, pool } = server.services
    // The letters do not exist: only the queue itself takes time. Pauses of half a second would make 60 s.
    await db.transaction(async (tx) => {
      for (let number = 0; number < 120; number += 1) await jobs.add(tx, 'send-mail', { mail_id: crypto.randomUUID() })
    })
    await until(async () => {
      const { rows } = await pool.query(
        `select count(*)::int as left from pgboss.job where name = 'send-mail' and state < 'completed'`,
      )
      return rows[0].left === 0
    })
  })
})

describe('letters that wait', () => {
  it('a reset letter is sent before a thousand confirmation letters that were queued earlier', async () => {
    const database = await freshDatabase()
    const { db, pool } = connect(database.url)
    const jobs = await startJobQueue(database.url, unheard)
    await db.transaction(async (tx) => {
      for (let number = 0; number < 1000; number += 1) {
        await jobs.add(tx, 'send-mail', { mail_id: 'confirmation' }, 0, -1)
      }
    })
    await db.transaction((tx) => jobs.add(tx, 'send-mail', { mail_id: 'reset' }))
    const first = new Promise<string>((resolve) => {
      jobs.work('send-mail', async ({ mail_id }) => resolve(mail_id))
    })
    expect(await first).toBe('reset')
    await jobs.stop()
    await pool.end()
    await database.drop()
  })

  it('letters that confirm an address have a lower priority than the letter for a new password', async () => {
    const { pool } = server.services
    const person = await newcomer(server)
    await person.post('/api/auth/email/change/', { new_email: `new-${person.email}`, password })
    await person.post('/api/auth/password/reset/', { email: person.email })
    const queued = async () => {
      const { rows } = await pool.query<{ subject: string; priority: number }>(
        `select m.subject, j.priority from mails m join pgboss.job j on j.data->>'mail_id' = m.id::text
           where j.name = 'send-mail' and m.user_id = $1`,
        [person.userId],
      )
      return rows
    }
    const of = (rows: { subject: string; priority: number }[], subject: RegExp) =>
      rows.filter((row) => subject.test(row.subject)).map(({ priority }) => priority)
    await until(async () => of(await queued(), /парол/i).length > 0)
    const rows = await queued()
    expect(new Set(of(rows, /^Підтвердьте/))).toEqual(new Set([-1]))
    expect(of(rows, /парол/i)).toEqual([0])
  })
})

describe('a job added in a transaction', () => {
  it('a job of a transaction does not exist after a rollback, and exists after a commit', async () => {
    const { db, jobs } = server.services
    const [lost, kept] = [crypto.randomUUID(), crypto.randomUUID()]
    await expect(
      db.transaction(async (tx) => {
        await jobs.add(tx, 'send-mail', { mail_id: lost }, 3600)
        throw new Error('changed my mind')
      }),
    ).rejects.toThrow('changed my mind')
    await db.transaction((tx) => jobs.add(tx, 'send-mail', { mail_id: kept }, 3600))

    expect(await countJobs(lost)).toBe(0)
    expect(await countJobs(kept)).toBe(1)
  })
})

describe('a job that fails for a while', () => {
  it('a job that fails twice is tried again until it succeeds, with pauses of more than 0.9 s @full', async () => {
    const database = await freshDatabase()
    const { db, pool } = connect(database.url)
    const jobs = await startJobQueue(database.url, unheard)
    const tries: number[] = []
    const isWell = new Promise<void>((resolve) => {
      jobs.work('grade-attempt', async () => {
        tries.push(performance.now())
        if (tries.length < 3) throw new Error('not yet')
        resolve()
      })
    })
    await db.transaction((tx) => jobs.add(tx, 'grade-attempt', { attempt_id: crypto.randomUUID() }))
    await isWell
    await jobs.stop()
    await pool.end()
    await database.drop()
    const pauses = tries.slice(1).map((at, index) => at - tries[index]!)
    expect(Math.min(...pauses)).toBeGreaterThan(900)
  })
})

describe('a job that never succeeds', () => {
  it('the queue logs every failed try of a job as a warning, and the last one as an error @full', async () => {
    const database = await freshDatabase()
    const { db, pool } = connect(database.url)
    const logged: object[] = []
    const hear = (level: string) => (what: object) => void logged.push({ level, ...what })
    const jobs = await startJobQueue(database.url, { warn: hear('warn'), error: hear('error') })
    const err = new Error('the bank does not answer')
    jobs.work('refund-payment', () => Promise.reject(err))
    const data = { ledger_id: crypto.randomUUID() }
    // As if only two tries were left: between all of them lie days.
    await db.transaction(async (tx) => {
      await jobs.add(tx, 'refund-payment', data)
      await tx.execute('update pgboss.job set retry_limit = 1, retry_delay = 0')
    })
    await until(async () => logged.length === 2)
    await jobs.stop()
    await pool.end()
    await database.drop()
    const what = { err, queue: 'refund-payment', job: data }
    expect(logged).toEqual([
      { level: 'warn', ...what },
      { level: 'error', ...what },
    ])
  })
})

describe('the queues', () => {
  it('four servers that start at the same moment create the queues without an error', async () => {
    const database = await freshDatabase()
    const started = await Promise.all([1, 2, 3, 4].map(() => startJobQueue(database.url, unheard)))
    await Promise.all(started.map((jobs) => jobs.stop()))
    await database.drop()
    expect(started).toHaveLength(4)
  })

  it('a server gives its own release’s limits to a queue that an earlier release has made', async () => {
    const database = await freshDatabase()
    await (await startJobQueue(database.url, unheard)).stop()
    const { pool } = connect(database.url)
    const limits = async () =>
      (await pool.query(`select expire_seconds from pgboss.queue where name = 'send-mail'`)).rows[0].expire_seconds
    await pool.query(`update pgboss.queue set expire_seconds = 60 where name = 'send-mail'`)
    await (await startJobQueue(database.url, unheard)).stop()
    const now = await limits()
    await pool.end()
    await database.drop()
    expect(now).toBe(180)
  })
})
