import type pg from 'pg'
import type { Queries } from './connect.ts'
import type { NamedStatement } from './statement-clients.ts'

/** Runs the statement on the pool or in a transaction; rows as the driver reads them. */
export interface Prepared<Row> {
  (queries: Queries, ...values: unknown[]): Promise<Row[]>
  /**
   * Runs the statement as the last of a transaction, in one round trip with `commit`, and resolves when both are done. The
   * transaction may neither query nor fail afterwards. The statement must not be in a savepoint.
   */
  last(tx: Queries, ...values: unknown[]): Promise<Row[]>
}

/**
 * A statement that each connection parses and plans once; the query builder does so at each call (decision 0042: an exam's path).
 * `name` must name this text alone. A jsonb parameter takes JSON text. timestamptz columns are Dates, jsonb columns values.
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

/** The pool, or the one connection of a transaction, from drizzle's hidden session. Tests of rollbacks guard the cast. */
export function connectionOf(queries: Queries): Pick<pg.ClientBase, 'query'> {
  const { session } = queries as unknown as { session: { client: pg.ClientBase } }
  return session.client
}
