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
    /** Answered even if the process is late: a balancer must not count it as dead. */
    isForBalancers?: boolean
  }
}

/** The parts of a process's readiness; undefined if unknown. */
export interface Readiness {
  database: boolean
  /** The database is a primary, and no write of the last five seconds has lacked a resource. */
  writes?: boolean
  migrations?: boolean
  queue?: boolean
  /** Letters leave. Without mail the site works, and the letters wait. */
  mail?: boolean
}

/** Seconds that a letter may wait before mail counts as failing. */
const lettersWaitSeconds = 600
/** Milliseconds. A process is not unready because it cannot tell the age of letters. */
const lettersPatienceMs = 1_000
/** Milliseconds for which a result is cached: anybody may ask. */
const rememberedMs = 1_000

interface Parts {
  pools: { lookups: pg.Pool }
  jobs: Pick<JobQueue, 'isAlive'>
  config: Pick<Config, 'projectRoot'>
  metrics: Pick<Metrics, 'databaseTrouble'>
}

/** Reads the readiness of this process. Never rejects. */
export function openReadiness(
  { pools, jobs, config, metrics }: Parts,
  lettersOldest: () => Promise<number>,
): () => Promise<Readiness> {
  const howMigrated = openMigrationCheck(config.projectRoot)
  return cachedFor(rememberedMs, async () => {
    // The lookup pool: while all ordinary connections are busy, answers are still served, and a proxy must not cut them off.
    const migrations: Migrations | null = await howMigrated(pools.lookups).catch(() => null)
    if (migrations === null) return { database: false }
    const isWritable = await takesWrites(pools.lookups).catch(() => false)
    const oldest = await within(lettersPatienceMs, lettersOldest())
    return {
      database: true,
      writes: isWritable && !metrics.databaseTrouble.isRecent,
      // A running process may use a later release's database, until it restarts.
      migrations: migrations !== 'behind',
      queue: jobs.isAlive(),
      ...(oldest !== null && { mail: oldest < lettersWaitSeconds }),
    }
  })
}

/** Whether the database is a primary and not switched to read only. Saves fail on any other. */
async function takesWrites(queries: Pick<pg.Pool, 'query'>): Promise<boolean> {
  const { rows } = await queries.query<{ takes: boolean }>(
    `select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as takes`,
  )
  return rows[0]!.takes
}

/** A late process refuses all but reserved calls, but answers health checks, because it still serves answers. */
const unhindered = { schema: { hide: true }, config: { isForBalancers: true, waitsApart: true } }

/**
 * /healthz: the process answers. /readyz: its database takes writes and has all its migrations, and its jobs are taken. Failing
 * mail makes it `degraded` but still ready: another process would use the same mail server.
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
