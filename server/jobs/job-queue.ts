import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import PgBoss from 'pg-boss'
import { keptAlive, type Queries } from '../db/connect.ts'
import { oneAtATime } from '../db/one-at-a-time.ts'
import { connectionOf } from '../db/prepared.ts'
import { startStep } from '../db/start-step.ts'
import { consumeJobs, type JobHandler, type JobLog, type JobOutcome, logQueueFailure } from './consume-jobs.ts'

/** The work that outlives a request, by queue name, with what each job carries. */
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

/** Work that waits for somebody else's server, or has no haste: it may take longer, and is tried again for days, ever more rarely. */
const patientWork = { expireInSeconds: 60, retryLimit: 16, retryDelay: 5, retryBackoff: true }
/** A mail server may take 14 s for each of seven steps, and gets the time for it: a letter that is cut off is sent twice. */
const mailWork = { ...patientWork, expireInSeconds: 180 }
/** News that is hours old is none: half a day in all. */
const pushWork = { ...patientWork, expireInSeconds: 30, retryLimit: 12 }
const queueOptions: Partial<Record<JobName, typeof patientWork>> = {
  'send-mail': mailWork,
  'send-push': pushWork,
  'refund-payment': patientWork,
  'close-checkout': patientWork,
  'erase-account': patientWork,
}

/**
 * Jobs on PostgreSQL (pg-boss). At least once: a job whose process died comes back after `expireInSeconds`, so every
 * handler must be safe to run twice.
 */
export interface JobQueue {
  /**
   * Adds a job in the caller's own transaction: it exists exactly if what it belongs to exists. Jobs of one kind are taken by their
   * `priority`, the greatest first, and of one priority (0 unless it is said) in the order in which they were added.
   */
  add<Name extends JobName>(
    queries: Queries,
    name: Name,
    data: JobKinds[Name],
    delaySeconds?: number,
    priority?: number,
  ): Promise<void>
  /** Whether this very job waits, is tried again later, or is under way. */
  holds<Name extends JobName>(queries: Queries, name: Name, data: JobKinds[Name]): Promise<boolean>
  /** Takes jobs of one kind until `stop`, one at a time, or so many side by side in this process. */
  work<Name extends JobName>(name: Name, handler: JobHandler<JobKinds[Name]>, mostAtOnce?: number): void
  /** Whether every loop of this process takes jobs: it has looked into its queue lately, or has one in hand. */
  isAlive(): boolean
  /** Takes nothing new; what is under way continues. */
  rest(): void
  stop(): Promise<void>
}

/**
 * A job is a second of work at most. pg-boss skips a sweep that comes a moment before `maintenanceSeconds` are over, so
 * there may be twice as many between two; a killed job is back within 15 s anyway.
 */
const expireInSeconds = 8
const maintenanceSeconds = 2
/**
 * Seconds. Every maintenance reads all jobs that are kept, so what is done goes to pg-boss's archive soon; what was given up
 * stays for people to look at.
 */
const keptAfterwards = { archiveCompletedAfterSeconds: 60, archiveFailedAfterSeconds: 43_200 }
/** pg-boss makes the tables of its queues without a lock of its own: two servers that start at once end in a deadlock. */
const tablesLock = 7_201_944_026
/** A loop looks into an empty queue twice a second; one that has not for so long cannot. Milliseconds. */
const silentForMs = 30_000
/** Work under way that takes longer is left to come back elsewhere. Milliseconds. */
const stopTimeoutMs = 5_000

/**
 * Starts the queue, and makes its tables when they are missing. Broken connections and failed tries are logged. `count` is told
 * how each try of a job ended.
 */
export async function startJobQueue(
  databaseUrl: string,
  log: JobLog,
  count: (name: JobName, outcome: JobOutcome) => void = () => undefined,
): Promise<JobQueue> {
  const boss = await startStep(log, 'the job queue', () => startBoss(databaseUrl, log))
  const over = new AbortController()
  const loops: Promise<void>[] = []
  /** When each loop was last known to work, by the process's own clock. */
  const heard = new Map<JobName, number>()

  return {
    async add(queries, name, data, delaySeconds = 0, priority = 0) {
      await boss.send(name, data, {
        startAfter: delaySeconds,
        priority,
        // Its SQL brings numbered parameters that drizzle would renumber, so it goes past drizzle.
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
    // From a second to minutes: whatever keeps an exam from being graded has passed before it is given up.
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
        // A queue that an earlier release has made keeps that release's limits otherwise.
        if (options !== undefined) await boss.updateQueue(name, { name, ...options })
      }
    })
    return boss
  } catch (error) {
    // What it has begun by then would continue beside the next one.
    await boss.stop({ graceful: false, wait: false }).catch((failure: Error) => logQueueFailure(log, failure))
    throw error
  }
}
