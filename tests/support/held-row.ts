import pg from 'pg'
import type { TestServer } from './build-server.ts'
import { until } from './exam-calls.ts'

export interface HeldRow {
  /** The connection whose transaction holds the row. */
  client: pg.Client
  /** Waits until at least that many others wait for a lock. */
  until(waiting: number): Promise<void>
  /** Commits and closes the connection. */
  letGo(): Promise<void>
}

/** Locks one row in a transaction of its own, so that a test decides when the others that want the row continue. */
export async function holdRow({ config, services }: TestServer, table: string, id: string): Promise<HeldRow> {
  const client = new pg.Client({ connectionString: config.databaseUrl })
  await client.connect()
  await client.query('begin')
  await client.query(`select 1 from ${pg.escapeIdentifier(table)} where id = $1 for update`, [id])
  const waiters = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  return {
    client,
    until: (waiting) => until(async () => ((await services.pool.query(waiters)).rowCount ?? 0) >= waiting),
    async letGo() {
      await client.query('commit')
      await client.end()
    },
  }
}
