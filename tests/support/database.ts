import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { migrate } from '../../server/db/migrate.ts'

const repository = path.resolve(import.meta.dirname, '../..')
/** Any number, as long as only the making of templates takes this lock. */
const TEMPLATE_LOCK = 4_408_112

export interface TestDatabase {
  url: string
  drop(): Promise<void>
}

/**
 * A database of its own for one test file, migrated and empty. It is copied from a template that the first caller
 * makes, once for each state of the migrations, so that a file waits milliseconds and not for all migrations.
 * Needs TEST_DATABASE_URL, which `npm test` sets to the PostgreSQL that it starts.
 */
export async function freshDatabase(): Promise<TestDatabase> {
  return createDatabase(await ensureTemplate())
}

/** A database with nothing in it, not even a schema. */
export function emptyDatabase(): Promise<TestDatabase> {
  return createDatabase('template0')
}

async function createDatabase(template: string): Promise<TestDatabase> {
  const name = `test_${process.pid}_${randomBytes(6).toString('hex')}`
  await asAdministrator((client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`))
  return {
    url: urlOf(name),
    async drop() {
      await asAdministrator((client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))
    },
  }
}

async function ensureTemplate(): Promise<string> {
  const template = `template_${hashOfMigrations()}`
  await asAdministrator(async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK])
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [template])
    if (rowCount !== 0) return
    // Renamed when whole: a run that was broken off leaves no half-migrated template behind.
    const unfinished = `${template}_unfinished`
    await client.query(`DROP DATABASE IF EXISTS ${unfinished} WITH (FORCE)`)
    await client.query(`CREATE DATABASE ${unfinished}`)
    await migrate(urlOf(unfinished), repository)
    await client.query(`ALTER DATABASE ${unfinished} RENAME TO ${template}`)
  })
  return template
}

async function asAdministrator<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: administratorUrl() })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

function administratorUrl(): string {
  const url = process.env.TEST_DATABASE_URL
  if (!url) throw new Error('TEST_DATABASE_URL is not set: run the tests by `npm test`, or `npm test -- api` for these')
  return url
}

function urlOf(database: string): string {
  const url = new URL(administratorUrl())
  url.pathname = `/${database}`
  return url.href
}

function hashOfMigrations(): string {
  const folder = path.join(repository, 'server/db/migrations')
  const hash = createHash('sha256')
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (/\.(sql|json)$/.test(name)) hash.update(name).update(readFileSync(path.join(folder, name)))
  }
  return hash.digest('hex').slice(0, 16)
}
