import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import PgBoss from 'pg-boss'
import { keptAlive, type Queries } from '../db/connect.ts'
import { oneAtATime } from '../db/one-at-a-time.ts'
import { connectionOf } from '../db/prepared.ts'
import { startStep } from '../db/start-step.ts'
import { consumeJobs, type JobHandler, type JobLog, type JobOutcome, logQueueFailure } from './consume-jobs.ts'

/** Work that outlives a request: by queue name, the data of each job. */
export interface JobKinds {
  'build-paper': { attempt_id: string }
  'grade-attempt': { attempt_id: string }
  'announce-pause-end': { attempt_id: string; until: string }
  'answer-letter-request': { request_id: string }
  'send-mail': { mail_id: string }
  'send-push': { push_id: string }
  'refund-payment': { ledger_id: string }
  'close-checkout': { order_id: string }
  'erase-account': { user_id: string }
}
export type JobName = keyof JobKinds

export const jobNames: readonly JobName[] = [
  'build-paper',
  'grade-attempt',
  'announce-pause-end',
  'answer-letter-request',
  'send-mail',
  'send-push',
  'refund-payment',
  'close-checkout',
  'erase-account',
]

/** Work that waits for another server or has no haste: it may take longer, and is retried for days with a growing pause. */
const patientWork = { expireInSeconds: 60, retryLimit: 16, retryDelay: 5, retryBackoff: true }
/** A mail server may take 14 s for each of seven steps and gets that time: a letter that is cut off is sent twice. */
const mailWork = { ...patientWork, expireInSeconds: 180 }
/** News is useless after hours: half a day of tries in all. */
const pushWork = { ...patientWork, expireInSeconds: 30, retryLimit: 12 }
const queueOptions: Partial<Record<JobName, typeof patientWork>> = {
  'send-mail': mailWork,
  'send-push': pushWork,
  'refund-payment': patientWork,
  'close-checkout': patientWork,
  'erase-account': patientWork,
}

/** Jobs on PostgreSQL (pg-boss), run at least once: again `expireInSeconds` after a process died. Handlers must be idempotent. */
export interface JobQueue {
  /** Adds a job in the caller's transaction: without its commit no job. The greatest `priority` is first, then the oldest job. */
  add<Name extends JobName>(
    queries: Queries,
    name: Name,
    data: JobKinds[Name],
    delaySeconds?: number,
    priority?: number,
  ): Promise<void>
  /** Whether this very job waits, is to be retried, or runs. */
  holds<Name extends JobName>(queries: Queries, name: Name, data: JobKinds[Name]): Promise<boolean>
  /** Takes jobs of one kind until `stop`, at most `mostAtOnce` at a time in this process. */
  work<Name extends JobName>(name: Name, handler: JobHandler<JobKinds[Name]>, mostAtOnce?: number): void
  /** Whether every loop of this process has looked into its queue lately or has a job in hand. */
  isAlive(): boolean
  /** Takes no more jobs; running ones continue. */
  rest(): void
  stop(): Promise<void>
}

/**
 * Seconds. A job works for a second at most. pg-boss skips a sweep that comes a moment before `maintenanceSeconds` are over, so
 * two sweeps may be twice as far apart. A killed job is back within 15 s anyway.
 */
const expireInSeconds = 8
const maintenanceSeconds = 2
/** Seconds. Each maintenance reads all kept jobs, so finished ones are archived soon. People look at the given-up ones. */
const keptAfterwards = { archiveCompletedAfterSeconds: 60, archiveFailedAfterSeconds: 43_200 }
/** pg-boss creates its tables without a lock: two servers that start at the same time would deadlock. */
const tablesLock = 7_201_944_026
/** Milliseconds. A loop looks into an empty queue twice a second. A loop that has not looked for this long is stuck. */
const silentForMs = 30_000
/** Milliseconds that a stop waits for running jobs. A job that runs longer returns in another process. */
const stopTimeoutMs = 5_000

/** Starts the queue, with its tables if they are missing. Logs broken connections and failed tries. `count` gets each outcome. */
export async function startJobQueue(
  databaseUrl: string,
  log: JobLog,
  count: (name: JobName, outcome: JobOutcome) => void = () => undefined,
): Promise<JobQueue> {
  const boss = await startStep(log, 'the job queue', () => startBoss(databaseUrl, log))
  const over = new AbortController()
  const loops: Promise<void>[] = []
  /** When each loop last showed that it works, by the process's monotonic clock. */
  const heard = new Map<JobName, number>()

  return {
    async add(queries, name, data, delaySeconds = 0, priority = 0) {
      await boss.send(name, data, {
        startAfter: delaySeconds,
        priority,
        // This SQL bypasses drizzle, which would renumber its parameters.
        db: { executeSql: (text, values) => connectionOf(queries).query(text, values) },
      })
    },
    async holds(queries, name, data) {
      const { rows } = await queries.execute<{ holds: boolean }>(sql`
        select exists (
          select 1 from pgboss.job
          where name = ${name} and data = ${JSON.stringify(data)}::jsonb and state < 'completed'
        ) as holds`)
      return rows[0]!.holds
    },
    work(name, handler, mostAtOnce = 1) {
      const handle: JobHandler<unknown> = (data, timeIsUp) => handler(data as JobKinds[typeof name], timeIsUp)
      const watcher = {
        isWorking: () => void heard.set(name, performance.now()),
        ended: (outcome: JobOutcome) => count(name, outcome),
      }
      watcher.isWorking()
      loops.push(consumeJobs(boss, name, handle, { log, watcher }, over.signal, mostAtOnce))
    },
    isAlive() {
      const silentSince = performance.now() - silentForMs
      return !over.signal.aborted && [...heard.values()].every((at) => at > silentSince)
    },
    rest: () => over.abort(),
    async stop() {
      over.abort()
      await Promise.race([Promise.all(loops), pause(stopTimeoutMs, null, { ref: false })])
      await boss.stop({ graceful: true, timeout: stopTimeoutMs, wait: true })
    },
  }
}

async function startBoss(databaseUrl: string, log: JobLog): Promise<PgBoss> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    ...keptAlive,
    max: 3,
    maintenanceIntervalSeconds: maintenanceSeconds,
    schedule: false,
    ...keptAfterwards,
    expireInSeconds,
    // The pauses grow from a second to minutes: a passing obstacle is gone before an exam's job is given up.
    retryLimit: 8,
    retryDelay: 1,
    retryBackoff: true,
  })
  boss.on('error', (error) => logQueueFailure(log, error))
  const turn = { lock: tablesLock, what: 'prepares the queue of jobs', say: (line: string) => log.warn(line) }
  try {
    await oneAtATime(databaseUrl, turn, async () => {
      await boss.start()
      for (const name of jobNames) {
        const options = queueOptions[name]
        await boss.createQueue(name, { name, ...options })
        // Otherwise a queue of an earlier release keeps that release's limits.
        if (options !== undefined) await boss.updateQueue(name, { name, ...options })
      }
    })
    return boss
  } catch (error) {
    // Otherwise the loops of this pg-boss would continue next to those of the next try.
    await boss.stop({ graceful: false, wait: false }).catch((failure: Error) => logQueueFailure(log, failure))
    throw error
  }
}
