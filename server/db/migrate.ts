import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'

/** DATABASE_URL leads to no database that lets us in; the message says why and never shows the address's password. */
export class DatabaseUnreachable extends Error {
  override readonly name = 'DatabaseUnreachable'

  constructor(cause: unknown) {
    super(`The database of DATABASE_URL cannot be reached: ${reasonOf(cause)}`, { cause })
  }
}

/** Any number of server processes may start at once: the first one migrates, the others wait for this lock. */
const migrationLock = 7_201_944_025

/**
 * Brings the schema of `databaseUrl` up to this release. Safe to call from several processes at once and again later.
 * @param projectRoot the folder that holds server/db/migrations
 * @throws DatabaseUnreachable
 */
export async function migrate(databaseUrl: string, projectRoot: string): Promise<void> {
  const client = await open(databaseUrl)
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await runMigrations(drizzle(client), { migrationsFolder: join(projectRoot, 'server/db/migrations') })
  } finally {
    // Ending the session gives the lock back.
    await client.end()
  }
}

async function open(databaseUrl: string): Promise<pg.Client> {
  try {
    const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 })
    await client.connect()
    return client
  } catch (error) {
    throw new DatabaseUnreachable(error)
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0])
  if (!(error instanceof Error)) return String(error)
  if ('code' in error && error.code === 'ERR_INVALID_URL')
    return 'it is no address like postgres://user:password@host/name'
  return error.message || error.name
}
