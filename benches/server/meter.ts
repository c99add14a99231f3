import { setTimeout as pause } from 'node:timers/promises'
import type { BenchPostgres } from './bench-postgres.ts'
import { newTrace, type Trace } from './http-caller.ts'
import type { MeasuredServer } from './server-under-test.ts'

export interface Phase {
  /** Number of exams, or of saves. */
  done: number
  /** Milliseconds of CPU for each. */
  nodeMs: number
  postgresMs: number
  cpuMs: number
  /** Part of `nodeMs` that was spent on papers. */
  paperMs: number
  /** Bytes for each. */
  walBytes: number
  sentBytes: number
  seconds: number
  trace: Trace
}

/** Plays one phase and measures what each exam, or save, took from both processes. `play` returns how many were done. */
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
  const papersBefore = await server.paperCpu()
  const before = { node: server.cpu(), postgres: cpu() }
  const done = await play(trace)
  const after = { node: server.cpu(), postgres: cpu() }
  const seconds = (performance.now() - begun) / 1000
  const papersAfter = await server.paperCpu()
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
    paperMs: (papersAfter - papersBefore) / done,
    walBytes: Number(rows[0]!.bytes) / done,
    sentBytes: trace.bytes / done,
    seconds,
    trace,
  }
}

/** CPU ms for each paper that `draw` waits for, or 0, without storing papers and the server's larger background work. */
export async function measureAhead(server: MeasuredServer, draw: () => Promise<number>): Promise<number> {
  const before = await server.paperCpu()
  const drawn = await draw()
  return drawn === 0 ? 0 : ((await server.paperCpu()) - before) / drawn
}

/** Adds the cost of drawing a paper in advance to a phase. An exam's sum has all of its cost, whenever it was spent. */
export function withPaper(phase: Phase, paperMs: number): Phase {
  const { nodeMs, cpuMs } = phase
  return { ...phase, nodeMs: nodeMs + paperMs, cpuMs: cpuMs + paperMs, paperMs: phase.paperMs + paperMs }
}

/** A round that costs less than this share of the previous one is still getting cheaper. */
const steadyShare = 0.95
/** A machine with other work may never become steady. */
const mostRounds = 8

/** Plays rounds until one costs about as much as the one before. `play` returns the cost. Returns the number of rounds. */
export async function untilSteady(play: () => Promise<number>): Promise<number> {
  let before = Number.POSITIVE_INFINITY
  for (let rounds = 1; ; rounds += 1) {
    const cost = await play()
    if (rounds === mostRounds || cost >= before * steadyShare) return rounds
    before = cost
  }
}

export type TableSizes = ReadonlyMap<string, { table: number; indexes: number }>

/**
 * Bytes of every table with its TOAST, and of its indexes. Leaves out the maps of free space and visibility: 40 kB that come with
 * the first row, and no more than a few bytes an exam of a large table.
 */
export async function tableSizes({ client }: BenchPostgres): Promise<TableSizes> {
  const { rows } = await client.query<{ name: string; bytes: string; indexes: string }>(
    `select c.oid::regclass::text as name, pg_indexes_size(c.oid)::text as indexes,
       (pg_relation_size(c.oid) + case reltoastrelid when 0 then 0
          else pg_relation_size(reltoastrelid) + pg_indexes_size(reltoastrelid) end)::text as bytes
     from pg_class c where c.oid in (select relid from pg_stat_user_tables)`,
  )
  return new Map(rows.map(({ name, bytes, indexes }) => [name, { table: Number(bytes), indexes: Number(indexes) }]))
}

export interface Grown {
  name: string
  /** Bytes an exam. */
  table: number
  indexes: number
}

/** Growth of each table between two readings, in bytes an exam, the largest first. Leaves out tables that did not grow. */
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
  /** Statements by how often an exam calls them. */
  list: { calls: number; text: string }[]
}

interface Counting {
  /** Milliseconds without calls before the phases. They measure the server's background work, which is subtracted. */
  idleMs: number
  /** Milliseconds to wait for the jobs that follow an exam. */
  settleMs: number
}

/** Counts each play's statements and transactions, apart from the measuring, without autovacuum (its transactions count). */
export async function countPhases(
  postgres: BenchPostgres,
  { idleMs, settleMs }: Counting,
  plays: (() => Promise<number>)[],
): Promise<Counted[]> {
  const { countsStatements, configure } = postgres
  if (countsStatements) {
    await configure({ 'pg_stat_statements.track': 'top', compute_query_id: 'on', autovacuum: 'off' }, 'reload')
    await pause(200)
  }
  const idle = await countWhile(postgres, async () => {
    await pause(idleMs)
    return 1
  })
  const counted: Counted[] = []
  for (const play of plays) {
    const busy = await countWhile(postgres, async () => {
      const done = await play()
      await pause(settleMs)
      return done
    })
    counted.push(withoutIdle(busy, idle, idleMs === 0 ? 0 : busy.seconds / idle.seconds, countsStatements))
  }
  if (countsStatements) {
    await configure({ 'pg_stat_statements.track': 'none', compute_query_id: 'off', autovacuum: null }, 'reload')
  }
  return counted
}

type Count = Awaited<ReturnType<typeof countWhile>>

function withoutIdle(busy: Count, idle: Count, share: number, countsStatements: boolean): Counted {
  const unasked = (text: string) => (idle.statements.get(text) ?? 0) * share
  const list = [...busy.statements]
    .map(([text, calls]) => ({ text, calls: (calls - unasked(text)) / busy.done }))
    .filter(({ calls }) => calls > 0.05)
    .sort((a, b) => b.calls - a.calls)
  const sum = (counts: Map<string, number>) => [...counts.values()].reduce((all, calls) => all + calls, 0)
  const statements = (sum(busy.statements) - sum(idle.statements) * share) / busy.done
  return {
    statements: countsStatements ? statements : Number.NaN,
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
 * Transactions that the database has committed or rolled back so far. A backend reports its own when it ends, so this ends all
 * client backends first, and the servers' pools reconnect. Each new connection counts as one transaction, which is subtracted.
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
