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

/** What a database holds beside the schema. `name` ends its template's name; `fill` writes into the database at an address. */
export interface Filling {
  name: string
  fill(url: string): Promise<void>
}

/**
 * Creates a database for one test file, migrated and, without a filling, empty. The first caller makes a template for each state
 * of the migrations and each filling; a copy of it takes milliseconds. Needs TEST_DATABASE_URL, which `npm test` sets.
 */
export async function freshDatabase(filling?: Filling): Promise<TestDatabase> {
  return createDatabase(await templateOf(filling))
}

/** Creates a database with nothing in it, not even a schema. */
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

/** Templates by PostgreSQL and filling: test files may share a process, and one of them brings its own PostgreSQL. */
const templates = new Map<string, Promise<string>>()

function templateOf(filling?: Filling): Promise<string> {
  const place = `${administratorUrl()} ${filling?.name ?? ''}`
  const known = templates.get(place)
  if (known) return known
  const template = filling ? filledTemplate(filling) : migratedTemplate()
  templates.set(place, template)
  return template
}

const migratedTemplate = () =>
  ensureTemplate(`template_${hashOfMigrations()}`, 'template1', (url) => migrate(url, repository))

async function filledTemplate({ name, fill }: Filling): Promise<string> {
  const migrated = await templateOf()
  return ensureTemplate(`${migrated}_${name}`, migrated, fill)
}

async function ensureTemplate(name: string, basis: string, fill: (url: string) => Promise<void>): Promise<string> {
  await asAdministrator(async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK])
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name])
    if (rowCount !== 0) return
    // The template gets its name only when it is whole: an interrupted run leaves no half-made template behind.
    const unfinished = `${name}_unfinished`
    await client.query(`DROP DATABASE IF EXISTS ${unfinished} WITH (FORCE)`)
    await client.query(`CREATE DATABASE ${unfinished} TEMPLATE ${basis}`)
    await fill(urlOf(unfinished))
    await client.query(`ALTER DATABASE ${unfinished} RENAME TO ${name}`)
  })
  return name
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
