import pg from 'pg'
import { expect, it, vi } from 'vitest'
import { DatabaseOfLaterRelease, migrate } from '../../server/db/migrate.ts'
import { seed } from '../../server/seed/seed.ts'
import { startTestServer } from '../support/build-server.ts'
import { openReleaseDatabase } from '../support/release-database.ts'
import { writeMigrations } from '../support/release-folder.ts'

const { release, url, ask } = openReleaseDatabase()
const [first, second, third] = ['create table a (id int)', 'create table b (id int)', 'create table c (id int)']

it('each migration logs one line with its name and duration; a new database logs one line for all migrations', async () => {
  const said: string[] = []
  const say = (line: string) => said.push(line)
  writeMigrations(release, [first!])
  await migrate(url(), release, say)
  expect(said.splice(0)).toEqual([expect.stringMatching(/^New database: 1 migrations, \d+ ms$/)])
  await migrate(url(), release, say)
  expect(said).toEqual([])
  writeMigrations(release, [first!, second!, third!])
  await migrate(url(), release, say)
  expect(said).toEqual([
    expect.stringMatching(/^Migration 0001_of_test: \d+ ms$/),
    expect.stringMatching(/^Migration 0002_of_test: \d+ ms$/),
  ])
})

it('a release refuses a database that a later release has migrated, in one line, and runs no migration', async () => {
  writeMigrations(release, [first!, second!])
  await migrate(url(), release)
  writeMigrations(release, [first!])
  const refusal = await migrate(url(), release).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(DatabaseOfLaterRelease)
  expect((refusal as Error).message).toMatch(/^The database is of a later release: it has run 1 migration that [^\n]+$/)
  expect(await ask('select count(*)::int as ran from drizzle.__drizzle_migrations')).toEqual([{ ran: 2 }])
})

it('a failed migration is named in the error and rolls back the migrations before it', async () => {
  writeMigrations(release, [first!, 'alter table nowhere add column x int'])
  const failure = (await migrate(url(), release).catch((error: unknown) => error)) as Error
  expect(failure.message).toBe('Migration 0001_of_test failed; nothing was changed')
  expect(failure.cause).toMatchObject({ code: '42P01' })
  expect(await ask(`select to_regclass('a') as a`)).toEqual([{ a: null }])
})

it('if four processes start at the same time, one migrates, and three log that they wait and keep no connection', async () => {
  const holder = new pg.Client({ connectionString: url() })
  await holder.connect()
  await holder.query('create table held (id int)')
  await holder.query('begin; lock table held')
  writeMigrations(release, ['alter table held add column x int'])
  const said: string[] = []
  const connections = async () => {
    const rows = await ask(`select pid from pg_stat_activity where datname = current_database()`)
    return rows.length
  }
  const starts = Promise.all([1, 2, 3, 4].map(() => migrate(url(), release, (line) => said.push(line))))
  await expect.poll(() => said.filter((line) => line.includes('waits for it')).length, { timeout: 30_000 }).toBe(3)
  // The waiting starts look every 250 ms, for a moment each. The migration, the table's holder and this query stay.
  await expect.poll(connections, { interval: 20, timeout: 30_000 }).toBe(3)
  await holder.end()
  await starts
  expect(said.filter((line) => line.startsWith('New database'))).toHaveLength(1)
  expect(await ask('select count(*)::int as ran from drizzle.__drizzle_migrations')).toEqual([{ ran: 1 }])
})

it('a process that waits for another one to seed asks in short transactions, and seeds when the other one is done', async () => {
  const server = await startTestServer()
  const holder = new pg.Client({ connectionString: server.config.databaseUrl })
  try {
    await holder.connect()
    await holder.query('begin')
    await holder.query('select pg_advisory_xact_lock(7201944027)')
    await holder.query('delete from faq_entries')
    // Each look is a transaction: between two looks it has no connection.
    const looks = vi.spyOn(server.services.db, 'transaction')
    const seeding = seed(server.services, null)
    await expect.poll(() => looks.mock.calls.length, { timeout: 10_000 }).toBeGreaterThan(2)
    await holder.query('commit')
    await seeding
    expect((await holder.query('select count(*)::int as items from faq_entries')).rows[0].items).toBeGreaterThan(0)
  } finally {
    await holder.end()
    await server.close()
  }
})
