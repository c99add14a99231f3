import type pg from 'pg'
import type { Queries } from './connect.ts'
import type { NamedStatement } from './statement-clients.ts'

/** One statement with its parameters, run on the pool or in a transaction; its rows as the driver reads them. */
export interface Prepared<Row> {
  (queries: Queries, ...values: unknown[]): Promise<Row[]>
  /**
   * As the last of a transaction, with whose `commit` it goes in one round trip: it resolves when both are done. The transaction's
   * work may neither ask anything nor fail after it, and not be within a savepoint.
   */
  last(tx: Queries, ...values: unknown[]): Promise<Row[]>
}

/**
 * A statement that each connection parses and plans once, where the query builder would write its text and PostgreSQL plan
 * it again at every call (decision 0042: the path of an exam). `name` names this text and no other. Parameters are `$1`,
 * `$2` …; of a jsonb parameter the JSON text is given. timestamptz columns come as Date, jsonb columns as values.
 */
export function prepared<Row>(name: string, text: string): Prepared<Row> {
  const run = async (queries: Queries, statement: NamedStatement) => {
    const { rows } = await connectionOf(queries).query(statement)
    return rows as Row[]
  }
  return Object.assign((queries: Queries, ...values: unknown[]) => run(queries, { name, text, values }), {
    last: (tx: Queries, ...values: unknown[]) => run(tx, { name, text, values, isLast: true }),
  })
}

/**
 * What these queries run on: the pool, or the one connection of a transaction. drizzle keeps it in its session and shows no
 * way to it, hence the cast; tests of transactions that are taken back watch over it.
 */
export function connectionOf(queries: Queries): Pick<pg.ClientBase, 'query'> {
  const { session } = queries as unknown as { session: { client: pg.ClientBase } }
  return session.client
}
