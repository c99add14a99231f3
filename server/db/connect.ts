import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { sql } from 'drizzle-orm'
import pg from 'pg'

export type Database = NodePgDatabase
/**
 * What a query runs on: the pool, or one transaction of it. `transaction` on a transaction is a savepoint: what fails in
 * it leaves the rest standing.
 */
export type Queries = Pick<
  Database,
  'select' | 'selectDistinctOn' | 'insert' | 'update' | 'delete' | 'execute' | 'transaction'
>

/** Opens a pool of at most `max` connections. End it by `pool.end()`. */
export function connect(databaseUrl: string, max = 10): { db: Database; pool: pg.Pool } {
  const pool = new pg.Pool({ connectionString: databaseUrl, max, connectionTimeoutMillis: 10_000 })
  // An idle connection that breaks (the database was restarted) is replaced by the pool; unheard it would end the process.
  pool.on('error', () => undefined)
  // So is one that breaks between two steps of a transaction, of which the pool hears nothing: the next step is refused.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return { db: drizzle(pool), pool }
}

/** The time of the database's clock, UTC: the one clock that all server processes share. */
export async function databaseNow(queries: Queries): Promise<Date> {
  const { rows } = await queries.execute<{ now: string }>(sql`select clock_timestamp()::text as now`)
  return new Date(rows[0]!.now)
}
