import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator'
import { oneAtATime } from './one-at-a-time.ts'

/** Any number of server processes may start at once: the first one migrates, the others wait for this lock. */
const migrationLock = 7_201_944_025

/**
 * Brings the schema of `databaseUrl` up to this release. Safe to call from several processes at once and again later.
 * @param projectRoot the folder that holds server/db/migrations
 * @throws DatabaseUnreachable
 */
export async function migrate(databaseUrl: string, projectRoot: string): Promise<void> {
  await oneAtATime(databaseUrl, migrationLock, (client) =>
    runMigrations(drizzle(client), { migrationsFolder: join(projectRoot, 'server/db/migrations') }),
  )
}
