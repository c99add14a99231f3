import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import type pg from 'pg'
import { oneAtATime } from './one-at-a-time.ts'

/** Any number of server processes may start at once: the first one migrates, the others wait for this lock. */
const migrationLock = 7_201_944_025

/** Where every release has written down what it has run, a row a migration, in drizzle's own form. */
const history = 'drizzle.__drizzle_migrations'

/** The database was migrated by a later release, whose rows this one cannot read. */
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
 * Brings the schema of `databaseUrl` up to this release, in one transaction: all of it or nothing, by one process alone,
 * for the lock goes with that very transaction. Safe to call from several processes at once and again later. `say` is
 * told a line for each migration, with how long it took, and that another process is waited for.
 * @param projectRoot the folder that holds server/db/migrations
 * @throws DatabaseUnreachable, DatabaseOfLaterRelease, TurnNotCome
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

/**
 * What keeps this release from writing into a database of a later one; null where it knows all that was run there. For
 * who migrates nothing: an operator's command.
 */
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

/** How a database stands to this release: it lacks migrations, has all of them, or more. */
export type Migrations = 'behind' | 'current' | 'later'

/** Tells whether a database still has all migrations of this release: a copy that was put back under a running process has not. */
export function openMigrationCheck(projectRoot: string): (queries: Pick<pg.Pool, 'query'>) => Promise<Migrations> {
  const known = readMigrations(projectRoot)
  return async (queries) => {
    const ran = await readHistory(queries)
    if (known.some(({ when }) => !ran.has(when))) return 'behind'
    return ran.size > known.length ? 'later' : 'current'
  }
}

type Migration = { name: string; when: number } & Pick<MigrationMeta, 'sql' | 'hash'>

/** In the order in which they run. */
function readMigrations(projectRoot: string): Migration[] {
  const migrationsFolder = join(projectRoot, 'server/db/migrations')
  const journal = JSON.parse(readFileSync(join(migrationsFolder, 'meta/_journal.json'), 'utf8'))
  const { entries } = journal as { entries: { tag: string }[] }
  return readMigrationFiles({ migrationsFolder }).map(({ sql, hash, folderMillis }, at) => {
    return { name: entries[at]!.tag, when: folderMillis, sql, hash }
  })
}

/**
 * Which migrations have run, by the moment at which each was made: its name, for no two have the same. Not by their hashes,
 * which differ where a checkout has changed line ends.
 */
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

/** Milliseconds that it took. */
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
