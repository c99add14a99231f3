import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import type pg from 'pg'
import { oneAtATime } from './one-at-a-time.ts'

const migrationLock = 7_201_944_025

/** Each release records the migrations that it has run here, a row each, in drizzle's own form. */
const history = 'drizzle.__drizzle_migrations'

/** A later release has migrated the database; this one cannot read its rows. */
export class DatabaseOfLaterRelease extends Error {
  override readonly name = 'DatabaseOfLaterRelease'

  constructor(unknown: number) {
    const migrations = unknown === 1 ? '1 migration' : `${unknown} migrations`
    super(
      `The database is of a later release: it has run ${migrations} that this one does not know. Start that release again, ` +
        'or restore the copy that was made before it (docs/operations.md, "Going back to an earlier release").',
    )
  }
}

/**
 * Brings the schema of `databaseUrl` up to this release in one transaction, which holds the lock: all or nothing, one process at
 * a time. Safe to call again and from several processes. `say` gets a line for each migration (with its duration) and each wait.
 */
export async function migrate(
  databaseUrl: string,
  projectRoot: string,
  say: (line: string) => void = () => undefined,
): Promise<void> {
  const known = readMigrations(projectRoot)
  const turn = { lock: migrationLock, what: 'migrates the database', say }
  await oneAtATime(databaseUrl, turn, async (client) => {
    await client.query(`create schema if not exists drizzle;
      create table if not exists ${history} (id serial primary key, hash text not null, created_at bigint)`)
    const ran = await readHistory(client)
    requireAllKnown(ran, known)
    const since = performance.now()
    for (const migration of known) {
      if (ran.has(migration.when)) continue
      const ms = await run(client, migration)
      if (ran.size > 0) say(`Migration ${migration.name}: ${ms} ms`)
    }
    if (ran.size === 0) say(`New database: ${known.length} migrations, ${Math.round(performance.now() - since)} ms`)
  })
}

/** Why an operator's command must not write: the database is of a later release. Null if all its migrations are known. */
export async function laterReleaseOf(
  queries: Pick<pg.Pool, 'query'>,
  projectRoot: string,
): Promise<DatabaseOfLaterRelease | null> {
  const { rows } = await queries.query<{ exists: boolean }>(`select to_regclass('${history}') is not null as exists`)
  if (!rows[0]!.exists) return null
  try {
    requireAllKnown(await readHistory(queries), readMigrations(projectRoot))
    return null
  } catch (error) {
    if (error instanceof DatabaseOfLaterRelease) return error
    throw error
  }
}

/** A database may lack migrations of this release, have all of them, or more. */
export type Migrations = 'behind' | 'current' | 'later'

/** Checks that the database still has all migrations: a copy that was restored under a running process may lack some. */
export function openMigrationCheck(projectRoot: string): (queries: Pick<pg.Pool, 'query'>) => Promise<Migrations> {
  const known = readMigrations(projectRoot)
  return async (queries) => {
    const ran = await readHistory(queries)
    if (known.some(({ when }) => !ran.has(when))) return 'behind'
    return ran.size > known.length ? 'later' : 'current'
  }
}

type Migration = { name: string; when: number } & Pick<MigrationMeta, 'sql' | 'hash'>

function readMigrations(projectRoot: string): Migration[] {
  const migrationsFolder = join(projectRoot, 'server/db/migrations')
  const journal = JSON.parse(readFileSync(join(migrationsFolder, 'meta/_journal.json'), 'utf8'))
  const { entries } = journal as { entries: { tag: string }[] }
  return readMigrationFiles({ migrationsFolder }).map(({ sql, hash, folderMillis }, at) => {
    return { name: entries[at]!.tag, when: folderMillis, sql, hash }
  })
}

/** The migrations that have run, by the moment each was made (unique). Hashes would differ in a checkout with other line ends. */
async function readHistory(queries: Pick<pg.Pool, 'query'>): Promise<Set<number>> {
  const { rows } = await queries.query<{ created_at: string }>(`select created_at from ${history}`)
  return new Set(rows.map(({ created_at: when }) => Number(when)))
}

/** @throws DatabaseOfLaterRelease */
function requireAllKnown(ran: ReadonlySet<number>, known: readonly Migration[]): void {
  const whens = new Set(known.map(({ when }) => when))
  const unknown = [...ran].filter((when) => !whens.has(when)).length
  if (unknown > 0) throw new DatabaseOfLaterRelease(unknown)
}

/** Runs and records one migration. Returns its duration in milliseconds. */
async function run(client: pg.Client, { name, sql, hash, when }: Migration): Promise<number> {
  const since = performance.now()
  try {
    for (const statement of sql) await client.query(statement)
  } catch (error) {
    throw new Error(`Migration ${name} failed; nothing was changed`, { cause: error })
  }
  await client.query(`insert into ${history} (hash, created_at) values ($1, $2)`, [hash, when])
  return Math.round(performance.now() - since)
}
