import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'

/** Any number of server processes may start at once: the first one migrates, the others wait for this lock. */
const migrationLock = 7_201_944_025

/**
 * Brings the schema of `databaseUrl` up to this release. Safe to call from several processes at once and again later.
 * @param projectRoot the folder that holds server/db/migrations
 */
export async function migrate(databaseUrl: string, projectRoot: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await runMigrations(drizzle(client), { migrationsFolder: join(projectRoot, 'server/db/migrations') })
  } finally {
    // Ending the session gives the lock back.
    await client.end()
  }
}
