import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { PgTransactionConfig } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { setTimeout as pause } from 'node:timers/promises'
import type { Socket } from 'node:net'
import pg from 'pg'
import { PreparingClient, UnnamedClient } from './statement-clients.ts'
import { wasDeadlockVictim } from './sql-state.ts'

export type Database = NodePgDatabase
/** The pool or one transaction of it. `transaction` on a transaction is a savepoint: its failure leaves the rest intact. */
export type Queries = Pick<
  Database,
  'select' | 'selectDistinctOn' | 'insert' | 'update' | 'delete' | 'execute' | 'transaction'
>

/**
 * Milliseconds. A process that freezes in a transaction must not keep its rows, nor the connections of calls that wait for them.
 * Our transactions call nothing but the database, and 25 calls for one row take a second or two: a transaction near these limits
 * is dead, not slow. A wait for a row ends before other calls give up their wait for a connection (`connectionTimeoutMillis`). A
 * statement ends within the 15 s that a client waits. The database's address may name other limits (`?lock_timeout=…`).
 */
const timeoutsMs = { lock_timeout: 6_000, statement_timeout: 15_000, idle_in_transaction_session_timeout: 30_000 }

/**
 * Milliseconds. A database without power, or whose packets are dropped, ends no connection: a query would wait for ever and keep
 * its places in pool and lane. This limit is longer than those above, by which the database itself answers. A commit that waits
 * longer for a standby fails, too, and its client asks again.
 */
const longSilence = 60_000
/** Milliseconds. The kernel probes a waiting connection; some ten seconds of silence end it. */
export const keptAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/**
 * `named`: a connection keeps each parsed and planned statement under its name (`prepared.ts`). `unnamed`: each call sends its
 * text again, for a pooler that gives every transaction another connection.
 */
export type StatementNames = 'named' | 'unnamed'

export interface ConnectOptions {
  max?: number
  /** Milliseconds that a query waits for a free connection, and that opening one may take. */
  waitMs?: number
  /** Opens all connections with the first and keeps them: a call for which `pg` opens one takes ten times as long as a save. */
  areKept?: boolean
  /** Milliseconds without a byte either way after which a connection in use counts as dead. */
  silentMs?: number
  statements?: StatementNames
}

/** Opens a pool. End it by `pool.end()`. */
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
  // The pool replaces an idle connection that breaks (a restarted database). Without a listener the error would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    // The pool does not hear of a connection that breaks between two steps of a transaction. The next step is refused.
    client.on('error', () => undefined)
    client.connection.stream.on('timeout', () => socketOf(client).destroy(new Error(silence)))
    // A connection that fails to open now is opened by the first call that needs it.
    if (areKept) for (let n = pool.totalCount; n < max; n += 1) pool.connect((_error, next) => next?.release())
  })
  pool.on('acquire', (client) => socketOf(client).setTimeout(silentMs))
  pool.on('release', (_error, client) => socketOf(client).setTimeout(0))
  const db = drizzle(pool)
  db.transaction = (work, config) => transactUntilThrough(pool, work, config)
  return { db, pool }
}

/** `is-away.ts` recognises a lost connection by these words. */
const silence = 'Connection terminated: the database is silent'
const socketOf = ({ connection }: pg.PoolClient) => connection.stream as Socket

export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

/** Runs of a transaction that had to give way, the first included. */
const mostRuns = 4
/** Milliseconds that the second run waits at most; each further one waits up to twice as long. */
const firstPause = 40

/**
 * Runs a transaction again if a deadlock or a serialization failure ended it, `mostRuns` times at most: the database has taken
 * back all of it. So `work` may only query, and no state of an earlier run may survive in it.
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
      // The pause is random, or the same two transactions would meet again.
      await pause(Math.random() * firstPause * 2 ** (run - 1))
    }
  }
}

/**
 * A transaction that always returns its connection to the pool. drizzle's own never returns one whose `begin` was refused: each
 * stop of the database would cost the pool places. Throws the error of `work`, also if the rollback failed.
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
    // The error of `work` itself means that it was rolled back. After any other failure the connection's state is unknown.
    client.release(failures[0] !== failures[1])
  }
}

/** The database's time, UTC: the one clock that all server processes share. */
export async function databaseNow(queries: Queries): Promise<Date> {
  const { rows } = await queries.execute<{ now: string }>(sql`select clock_timestamp()::text as now`)
  return new Date(rows[0]!.now)
}
