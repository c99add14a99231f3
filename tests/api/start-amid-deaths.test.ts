import pg from 'pg'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startTestServer } from '../support/build-server.ts'
import { freshDatabase, type TestDatabase } from '../support/database.ts'
import { until } from '../support/exam-calls.ts'
import { newcomer } from '../support/person.ts'

let database: TestDatabase
let killer: pg.Client
beforeEach(async () => {
  database = await freshDatabase()
  killer = new pg.Client({ connectionString: database.url })
  await killer.connect()
})
afterEach(async () => {
  await killer.end()
  await database.drop()
})

const theirs = 'from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'
const waits = `wait_event_type = 'Lock' and wait_event = 'advisory'`

/** The locks under which servers that start at once do these steps one after another. */
it.each([
  ['the job queue is made', 7_201_944_026, `query like '%pg_try_advisory_xact_lock%'`],
  ['what the shop opens with is written', 7_201_944_027, waits],
  ['the sandbox’s bank is set up', 7_201_944_029, waits],
])(
  'a server whose database dies while %s goes on when it is back, and ends for nothing',
  async (_step, lock, isThere) => {
    const unhandled = vi.fn()
    process.on('unhandledRejection', unhandled)
    await killer.query('select pg_advisory_lock($1)', [lock])
    const starting = startTestServer({ databaseUrl: database.url, logLevel: 'silent' })
    starting.catch(() => undefined)
    await until(async () => (await killer.query(`select 1 ${theirs} and ${isThere}`)).rowCount! > 0)
    const { rowCount } = await killer.query(`select pg_terminate_backend(pid) ${theirs}`)
    expect(rowCount).toBeGreaterThan(0)
    await killer.query('select pg_advisory_unlock($1)', [lock])
    const server = await starting
    expect((await newcomer(server)).access).not.toBeNull()
    await server.close()
    process.off('unhandledRejection', unhandled)
    expect(unhandled).not.toHaveBeenCalled()
  },
)
