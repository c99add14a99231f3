import pg from 'pg'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startTestServer } from '../support/build-server.ts'
import { freshDatabase, type TestDatabase } from '../support/database.ts'
import { until } from '../support/exam-calls.ts'
import { newcomer } from '../support/person.ts'

let database: TestDatabase
/** `holder` keeps a step waiting. `killer` looks: in its transaction `holder` sees no activity later than its first look. */
let holder: pg.Client
let killer: pg.Client
beforeEach(async () => {
  database = await freshDatabase()
  holder = new pg.Client({ connectionString: database.url, application_name: 'holder' })
  killer = new pg.Client({ connectionString: database.url, application_name: 'killer' })
  await Promise.all([holder.connect(), killer.connect()])
})
afterEach(async () => {
  await Promise.all([holder.end(), killer.end()])
  await database.drop()
})

const theirs = `from pg_stat_activity where datname = current_database() and application_name not in ('holder', 'killer')`

/** The statements that keep these steps waiting in their middle. */
it.each([
  ['the job queue is made', 'create schema pgboss'],
  ['the first content of the shop is written', 'lock table tests in access exclusive mode'],
  ['the sandbox’s bank is set up', 'select pg_advisory_xact_lock(7201944029)'],
])(
  'a server whose database connections are killed while %s finishes its start, without an unhandled rejection',
  async (_step, obstacle) => {
    const unhandled = vi.fn()
    process.on('unhandledRejection', unhandled)
    await holder.query(`begin; ${obstacle}`)
    const starting = startTestServer({ databaseUrl: database.url, logLevel: 'silent' })
    starting.catch(() => undefined)
    await until(async () => (await killer.query(`select 1 ${theirs} and wait_event_type = 'Lock'`)).rowCount! > 0)
    const { rowCount } = await killer.query(`select pg_terminate_backend(pid) ${theirs}`)
    expect(rowCount).toBeGreaterThan(0)
    await holder.query('rollback')
    const server = await starting
    expect((await newcomer(server)).access).not.toBeNull()
    await server.close()
    process.off('unhandledRejection', unhandled)
    expect(unhandled).not.toHaveBeenCalled()
  },
)
