import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Config } from '../config/config.ts'
import { type Migrations, openMigrationCheck } from '../db/migrate.ts'
import { Failure } from '../failure.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import { cachedFor } from './cached-for.ts'
import type { Metrics } from './metrics.ts'
import { within } from './within.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answered also when the process is late with everything: nobody is to take it for dead. */
    isForBalancers?: boolean
  }
}

/** What a process needs to do its work, and what it can do without for a while; undefined where nobody can tell. */
export interface Readiness {
  database: boolean
  /** The database takes writes: it is the primary, and the writes of the last five seconds have lacked nothing. */
  writes?: boolean
  migrations?: boolean
  queue?: boolean
  /** Letters leave. Without them the site works on: they wait, and are sent afterwards. */
  mail?: boolean
}

/** Seconds that a letter may wait before mail counts as failing. */
const lettersWaitSeconds = 600
/** Milliseconds. Nobody takes a process for dead because it cannot tell how old the letters are. */
const lettersPatienceMs = 1_000
/** Milliseconds for which an answer holds: anybody may ask. */
const rememberedMs = 1_000

/** What a process is asked by whether it is ready. */
interface Parts {
  pools: { lookups: pg.Pool }
  jobs: Pick<JobQueue, 'isAlive'>
  config: Pick<Config, 'projectRoot'>
  metrics: Pick<Metrics, 'databaseTrouble'>
}

/** How this process stands. Never rejects. */
export function openReadiness(
  { pools, jobs, config, metrics }: Parts,
  lettersOldest: () => Promise<number>,
): () => Promise<Readiness> {
  const howMigrated = openMigrationCheck(config.projectRoot)
  return cachedFor(rememberedMs, async () => {
    // By connections that no ordinary call waits for: where those are all taken, answers are served, and a proxy that takes a
    // process without them for dead would take the answers away, too.
    const migrations: Migrations | null = await howMigrated(pools.lookups).catch(() => null)
    if (migrations === null) return { database: false }
    const isWritable = await takesWrites(pools.lookups).catch(() => false)
    const oldest = await within(lettersPatienceMs, lettersOldest())
    return {
      database: true,
      writes: isWritable && !metrics.databaseTrouble.isRecent,
      // A database of a later release serves the process that runs, until it is started again.
      migrations: migrations !== 'behind',
      queue: jobs.isAlive(),
      ...(oldest !== null && { mail: oldest < lettersWaitSeconds }),
    }
  })
}

/** Whether the database is a primary that was not switched to reading; a save would fail on any other. */
async function takesWrites(queries: Pick<pg.Pool, 'query'>): Promise<boolean> {
  const { rows } = await queries.query<{ takes: boolean }>(
    `select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as takes`,
  )
  return rows[0]!.takes
}

/** Also of a process that is late with everything, and refuses anyone who has not begun: it serves answers anyway. */
const unhindered = { schema: { hide: true }, config: { isForBalancers: true, waitsApart: true } }

/**
 * /healthz: the process answers. /readyz: it can do its work: it reaches a database that takes writes and has all its
 * migrations, and its jobs are taken. Mail that fails makes it `degraded` and no less ready: another process would reach the same mail server.
 */
export function registerHealth(app: FastifyInstance, readiness: () => Promise<Readiness>): void {
  app.get('/healthz', unhindered, async () => ({ status: 'ok' }))
  app.get('/readyz', unhindered, async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    const parts = await readiness()
    const reason = reasonNotReady(parts)
    if (reason !== null) throw new Failure(503, 'overloaded', reason, { retryAfterSeconds: 5 })
    return { status: parts.mail === false ? 'degraded' : 'ready', ...parts }
  })
}

function reasonNotReady({ database, writes, migrations, queue }: Readiness): string | null {
  if (!database) return 'База даних недоступна.'
  if (writes !== true) return 'База даних зараз не приймає записів.'
  if (migrations !== true) return 'У базі даних бракує міграцій цього випуску.'
  if (queue !== true) return 'Черга завдань стоїть.'
  return null
}
