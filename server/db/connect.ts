import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { PgTransactionConfig } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { setTimeout as pause } from 'node:timers/promises'
import type { Socket } from 'node:net'
import pg from 'pg'
import { PreparingClient, UnnamedClient } from './statement-clients.ts'
import { wasDeadlockVictim } from './sql-state.ts'

export type Database = NodePgDatabase
/**
 * What a query runs on: the pool, or one transaction of it. `transaction` on a transaction is a savepoint: what fails in
 * it leaves the rest standing.
 */
export type Queries = Pick<
  Database,
  'select' | 'selectDistinctOn' | 'insert' | 'update' | 'delete' | 'execute' | 'transaction'
>

/**
 * Milliseconds. A process that freezes in the middle of a transaction must not keep the rows that it holds, nor the
 * connections of the others that wait for them. No transaction of ours calls anybody but the database, and 25 that want
 * one row are through in a second or two: a call that comes near these is not slow but gone. One that waits for a row gives its
 * connection back before others have waited for one in vain (`connectionTimeoutMillis`), and no statement outlives the
 * 15 s that a client waits. The database's address may name others (`?lock_timeout=…`).
 */
const timeoutsMs = { lock_timeout: 6_000, statement_timeout: 15_000, idle_in_transaction_session_timeout: 30_000 }

/**
 * Milliseconds. A database whose machine lost its power, or whose packets are dropped on the way, ends no connection: what waits for
 * its answer would wait for ever, and hold its place of the pool and of the lane. Longer than any of the limits above, by which the
 * database itself answers; a commit that waits for a standby longer than that is broken off, too, and asked about again.
 */
const longSilence = 60_000
/** Milliseconds. A connection that waits is asked by the kernel whether the other end lives; some ten seconds of silence end it. */
export const keptAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/**
 * Whether connections keep what they have parsed and planned under a name (`prepared.ts`), or `unnamed`: each call brings its
 * text again, for a pooler that gives every transaction another connection and knows of no names.
 */
export type StatementNames = 'named' | 'unnamed'

export interface ConnectOptions {
  /** Connections of the pool. */
  max?: number
  /** Milliseconds that a query waits for a free one, and that making one may take. */
  waitMs?: number
  /** With the first one all are opened, and stay: the call for which `pg` opens one waits ten times as long as a save takes. */
  areKept?: boolean
  /** Milliseconds without a byte either way, after which a connection that is in use is taken for dead. */
  silentMs?: number
  statements?: StatementNames
}

/** Opens a pool of connections. End it by `pool.end()`. */
export function connect(
  databaseUrl: string,
  { max = 10, waitMs = 10_000, areKept = false, silentMs = longSilence, statements = 'named' }: ConnectOptions = {},
): { db: Database; pool: pg.Pool } {
  const pool = new pg.Pool({
    ...timeoutsMs,
    ...keptAlive,
    connectionString: databaseUrl,
    max,
    min: areKept ? max : 0,
    connectionTimeoutMillis: waitMs,
    Client: statements === 'unnamed' ? UnnamedClient : PreparingClient,
  })
  // An idle connection that breaks (the database was restarted) is replaced by the pool; unheard it would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    // So is one that breaks between two steps of a transaction, of which the pool hears nothing: the next step is refused.
    client.on('error', () => undefined)
    client.connection.stream.on('timeout', () => socketOf(client).destroy(new Error(silence)))
    // One that cannot be opened now is opened by the first call that needs it.
    if (areKept) for (let n = pool.totalCount; n < max; n += 1) pool.connect((_error, next) => next?.release())
  })
  pool.on('acquire', (client) => socketOf(client).setTimeout(silentMs))
  pool.on('release', (_error, client) => socketOf(client).setTimeout(0))
  const db = drizzle(pool)
  db.transaction = (work, config) => transactUntilThrough(pool, work, config)
  return { db, pool }
}

/** Words by which everybody knows a connection that is gone (`is-away.ts`). */
const silence = 'Connection terminated: the database is silent'
const socketOf = ({ connection }: pg.PoolClient) => connection.stream as Socket

export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

/** How often a transaction is run that had to give way, the first time included. */
const mostRuns = 4
/** Milliseconds that the second run waits at most; each further one twice as long. */
const firstPause = 40

/**
 * Runs a transaction again, whole, that a deadlock or a serialization failure has ended, at most `mostRuns` times: the
 * database has taken back all of it. So `work` may do nothing but query; what it thinks of the first run must not outlive it.
 */
async function transactUntilThrough<T>(
  pool: pg.Pool,
  work: (tx: Transaction) => Promise<T>,
  config: PgTransactionConfig | undefined,
): Promise<T> {
  for (let run = 1; ; run += 1) {
    try {
      return await transact(pool, work, config)
    } catch (error) {
      if (run === mostRuns || !wasDeadlockVictim(error)) throw error
      // At random, or two that met would meet again.
      await pause(Math.random() * firstPause * 2 ** (run - 1))
    }
  }
}

/**
 * A transaction whose connection goes back to the pool however it ends. drizzle's own, on a pool, keeps one whose `begin`
 * was refused for ever: each stop of the database would cost the pool places, until it serves nobody. What `work` threw
 * is thrown, also where it could not be rolled back any more.
 */
async function transact<T>(
  pool: pg.Pool,
  work: (tx: Transaction) => Promise<T>,
  config: PgTransactionConfig | undefined,
): Promise<T> {
  const client = await pool.connect()
  const failures: unknown[] = []
  try {
    return await drizzle(client).transaction(async (tx) => {
      try {
        return await work(tx)
      } catch (error) {
        failures.push(error)
        throw error
      }
    }, config)
  } catch (error) {
    failures.push(error)
    throw failures[0]
  } finally {
    // What comes out as `work` threw it was rolled back. After any other failure the state of the connection is unknown.
    client.release(failures[0] !== failures[1])
  }
}

/** The time of the database's clock, UTC: the one clock that all server processes share. */
export async function databaseNow(queries: Queries): Promise<Date> {
  const { rows } = await queries.execute<{ now: string }>(sql`select clock_timestamp()::text as now`)
  return new Date(rows[0]!.now)
}
