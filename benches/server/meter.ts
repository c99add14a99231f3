import { setTimeout as pause } from 'node:timers/promises'
import type { BenchPostgres } from './bench-postgres.ts'
import { newTrace, type Trace } from './http-caller.ts'
import type { MeasuredServer } from './server-under-test.ts'

export interface Phase {
  /** Exams, or saves, that were done. */
  done: number
  /** Milliseconds of CPU for each. */
  nodeMs: number
  postgresMs: number
  cpuMs: number
  /** Bytes for each. */
  walBytes: number
  sentBytes: number
  seconds: number
  trace: Trace
}

/** Plays one phase and says what each exam, or save, of it took of both processes. `play` gives how many were done. */
export async function measurePhase(
  { client, cpu }: BenchPostgres,
  server: MeasuredServer,
  play: (trace: Trace) => Promise<number>,
): Promise<Phase> {
  const trace = newTrace()
  const position = async () =>
    (await client.query<{ at: string }>('select pg_current_wal_insert_lsn()::text as at')).rows[0]!.at
  const from = await position()
  const begun = performance.now()
  const before = { node: server.cpu(), postgres: cpu() }
  const done = await play(trace)
  const after = { node: server.cpu(), postgres: cpu() }
  const seconds = (performance.now() - begun) / 1000
  const { rows } = await client.query<{ bytes: string }>('select pg_wal_lsn_diff($1, $2)::text as bytes', [
    await position(),
    from,
  ])
  const [nodeMs, postgresMs] = [(after.node - before.node) / done, (after.postgres - before.postgres) / done]
  return {
    done,
    nodeMs,
    postgresMs,
    cpuMs: nodeMs + postgresMs,
    walBytes: Number(rows[0]!.bytes) / done,
    sentBytes: trace.bytes / done,
    seconds,
    trace,
  }
}

export type TableSizes = ReadonlyMap<string, { table: number; indexes: number }>

/** Bytes of every table with its TOAST, and of its indexes. */
export async function tableSizes({ client }: BenchPostgres): Promise<TableSizes> {
  const { rows } = await client.query<{ name: string; bytes: string; indexes: string }>(
    `select relid::regclass::text as name, pg_table_size(relid)::text as bytes, pg_indexes_size(relid)::text as indexes
     from pg_stat_user_tables`,
  )
  return new Map(rows.map(({ name, bytes, indexes }) => [name, { table: Number(bytes), indexes: Number(indexes) }]))
}

export interface Grown {
  name: string
  /** Bytes an exam. */
  table: number
  indexes: number
}

/** How each table has grown between two readings, in bytes an exam; the largest first, those that have not left out. */
export function growth(before: TableSizes, after: TableSizes, exams: number): Grown[] {
  return [...after]
    .map(([name, { table, indexes }]) => ({
      name,
      table: (table - (before.get(name)?.table ?? 0)) / exams,
      indexes: (indexes - (before.get(name)?.indexes ?? 0)) / exams,
    }))
    .filter((grown) => grown.table + grown.indexes !== 0)
    .sort((a, b) => b.table + b.indexes - a.table - a.indexes)
}

export interface Counted {
  /** For each exam; NaN where statements cannot be counted. */
  statements: number
  transactions: number
  /** The statements by how often an exam calls them. */
  list: { calls: number; text: string }[]
}

/** A job that is to save an exam which nobody ends up building comes after three seconds, and belongs to the exam. */
const jobsAfterMs = 4500

/**
 * Counts statements and transactions of what `play` does, apart from the measuring: switched on for this alone. The jobs
 * that follow are waited for. What the server does without anybody asking is measured for some seconds first and
 * taken away.
 */
export async function countPhase(postgres: BenchPostgres, play: () => Promise<number>): Promise<Counted> {
  if (postgres.countsStatements) {
    await postgres.configure({ 'pg_stat_statements.track': 'top', compute_query_id: 'on' }, 'reload')
    await pause(200)
  }
  const idle = await countWhile(postgres, async () => {
    await pause(4000)
    return 1
  })
  const busy = await countWhile(postgres, async () => {
    const done = await play()
    await pause(jobsAfterMs)
    return done
  })
  if (postgres.countsStatements) {
    await postgres.configure({ 'pg_stat_statements.track': 'none', compute_query_id: 'off' }, 'reload')
  }
  const share = busy.seconds / idle.seconds
  const unasked = (text: string) => (idle.statements.get(text) ?? 0) * share
  const list = [...busy.statements]
    .map(([text, calls]) => ({ text, calls: (calls - unasked(text)) / busy.done }))
    .filter(({ calls }) => calls > 0.05)
    .sort((a, b) => b.calls - a.calls)
  const sum = (counts: Map<string, number>) => [...counts.values()].reduce((all, calls) => all + calls, 0)
  return {
    statements: postgres.countsStatements
      ? (sum(busy.statements) - sum(idle.statements) * share) / busy.done
      : Number.NaN,
    transactions: (busy.transactions - idle.transactions * share) / busy.done,
    list,
  }
}

async function countWhile(postgres: BenchPostgres, play: () => Promise<number>) {
  const { client, countsStatements } = postgres
  const before = await transactions(postgres)
  if (countsStatements) await client.query('select pg_stat_statements_reset()')
  const begun = performance.now()
  const done = await play()
  const seconds = (performance.now() - begun) / 1000
  const statements = new Map<string, number>()
  if (countsStatements) {
    const { rows } = await client.query<{ query: string; calls: string }>(
      `select query, sum(calls)::text as calls from pg_stat_statements s join pg_database d on d.oid = s.dbid
       where d.datname = current_database() and query not like '%pg_stat_%' group by query`,
    )
    for (const { query, calls } of rows) statements.set(query, Number(calls))
  }
  return { done, seconds, statements, transactions: (await transactions(postgres)) - before }
}

/**
 * Transactions of the database that were committed or rolled back so far. A backend tells of its own when it ends, so the servers' are
 * ended first, which their pools bear; each new connection of theirs is one transaction, which is taken away.
 */
async function transactions({ client }: BenchPostgres): Promise<number> {
  await client.query(
    `select pg_terminate_backend(pid, 2000) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
  )
  await pause(300)
  await client.query('select pg_stat_force_next_flush()')
  await client.query('select pg_stat_clear_snapshot()')
  const { rows } = await client.query<{ number: string }>(
    `select (xact_commit + xact_rollback - sessions)::text as number from pg_stat_database where datname = current_database()`,
  )
  return Number(rows[0]!.number)
}
