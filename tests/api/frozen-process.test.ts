import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connect, type Queries } from '../../server/db/connect.ts'
import { isAway } from '../../server/db/is-away.ts'
import { startTestServer, type TestServer } from '../support/build-server.ts'
import { through } from '../support/crowd.ts'
import { withFailingGrading } from '../support/failing-grading.ts'
import { holdRow } from '../support/held-row.ts'
import { answersOf, until } from '../support/exam-calls.ts'
import { ago, startedExam } from '../support/started-exam.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** The database's address with a timeout of its own, so that no test waits for half a minute. */
const hurried = (setting: string) => `${server.config.databaseUrl}?${setting}`

it('a server’s connections wait at most 6 s for a lock, 15 s for a statement and 30 s in an idle transaction', async () => {
  const { pool } = connect(server.config.databaseUrl)
  const { rows } = await pool.query(
    `select current_setting('lock_timeout') as lock, current_setting('statement_timeout') as statement,
            current_setting('idle_in_transaction_session_timeout') as idle`,
  )
  expect(rows).toEqual([{ lock: '6s', statement: '15s', idle: '30s' }])
  await pool.end()
})

it('[C.06] saves get 503 with Retry-After while another process holds their attempt, and 200 once it is free', async () => {
  const exam = await startedExam(server)
  const waiting = await startTestServer({
    sharing: server,
    databaseUrl: hurried('lock_timeout=300'),
    logLevel: 'silent',
  })
  const save = async () => {
    const response = await fetch(`${waiting.origin}/api/exam-answers/${exam.purchaseId}/`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ticket: exam.ticket, events: [exam.events[0]] }),
    })
    return [response.status, response.headers.get('retry-after')]
  }
  const held = await holdRow(server, 'attempts', exam.attemptId)
  // More calls than the pool has places: none of the places stays occupied.
  expect(await Promise.all(Array.from({ length: 12 }, save))).toEqual(
    Array(12).fill([503, expect.stringMatching(/^[3-8]$/)]),
  )
  expect((await fetch(`${waiting.origin}/api/footer/`)).status).toBe(200)
  await held.letGo()
  expect(await save()).toEqual([200, null])
  expect(await exam.stored()).toMatchObject([{ questionId: exam.events[0]!.question_id, phase: 'in_time' }])
  await waiting.close()
})

it('[S7.29] a submission whose grade waits for another process’s lock is not given back, and the next poll gets its result', async () => {
  const exam = await startedExam(server)
  const waiting = await startTestServer({
    sharing: server,
    databaseUrl: hurried('lock_timeout=300'),
    logLevel: 'silent',
  })
  // No process took the grading job for eleven minutes: the call that asks for the result grades the exam.
  for (const { services } of [server, waiting]) services.jobs.rest()
  const submit = { answers: answersOf(exam.events), events: exam.events }
  await withFailingGrading([waiting], () =>
    through(waiting, exam.person).post(`/api/exam-meta/${exam.purchaseId}/`, submit),
  )
  await exam.age({ processingSince: ago(660) })
  const frozen = new pg.Client({ connectionString: server.config.databaseUrl })
  await frozen.connect()
  await frozen.query('begin')
  await frozen.query(`insert into earned_achievements (user_id, code) values ($1, 'first-exam')`, [exam.person.userId])
  const ask = () => through(waiting, exam.person).get(`/api/exam-results-status/${exam.purchaseId}/`)
  const refused = await ask()
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^[3-8]$/)])
  await frozen.end()
  expect((await ask()).body).toMatchObject({ status: 'completed', attempt_id: exam.attemptId, version: 1 })
  await waiting.close()
})

it('a process that freezes in the middle of a transaction loses its lock to another process', async () => {
  const frozen = connect(hurried('idle_in_transaction_session_timeout=300'))
  const other = connect(server.config.databaseUrl)
  const take = (queries: Queries) => queries.execute(sql`select pg_advisory_xact_lock(5)`)
  const late = frozen.db.transaction(async (tx) => {
    await take(tx)
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
    await other.db.transaction(take)
    const isThere = sql`select 1 from pg_stat_activity where pid = ${rows[0]!.pid}`
    await until(async () => (await other.db.execute(isThere)).rows.length === 0)
    // The frozen process continues, and gets an error.
    await take(tx)
  })
  expect(await late.then(() => null, isAway)).toBe(true)
  expect((await frozen.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await Promise.all([frozen.pool.end(), other.pool.end()])
})
