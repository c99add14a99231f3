import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type PgBoss from 'pg-boss'
import { loggedError } from '../log/logged-error.ts'

export type JobLog = Pick<FastifyBaseLogger, 'warn' | 'error'>

/** The outcome of a try. `given_up`: it was the last one. */
export type JobOutcome = 'done' | 'failed' | 'given_up'

export interface JobWatcher {
  /** The loop has looked into its queue, or has jobs in hand. */
  isWorking(): void
  ended(outcome: JobOutcome): void
}

/** The work of a job. `timeIsUp` is aborted while this process still owns the job: its calls to other services must end then. */
export type JobHandler<Data> = (data: Data, timeIsUp: AbortSignal) => Promise<void>

/** The part of a job's time before `timeIsUp` is aborted. In the rest its work ends, before another process gets the job. */
const workingShare = 0.75

/** Milliseconds between two looks into an empty queue. */
const idlePause = 500

/**
 * Takes the jobs of one queue, at most `mostAtOnce` at a time, until `isOver` is aborted; resolves when the jobs in hand are
 * done. After a job it looks for the next without a pause. Logs failed tries, and failures of the queue, whose jobs return when
 * they expire.
 *
 * pg-boss's own loop does not wait for its note that a job is done. If the connection broke just then, an unhandled rejection
 * ended the server's process.
 */
export async function consumeJobs(
  boss: PgBoss,
  name: string,
  handle: JobHandler<unknown>,
  { log, watcher }: { log: JobLog; watcher: JobWatcher },
  isOver: AbortSignal,
  mostAtOnce: number,
): Promise<void> {
  const inHand = new Set<Promise<void>>()
  let hasFailed = false
  const take = async (job: PgBoss.JobWithMetadata<unknown>) => {
    try {
      const outcome = await doJob(boss, name, job, handle, log)
      watcher.ended(outcome)
      if (outcome !== 'done') hasFailed = true
    } catch (error) {
      hasFailed = true
      logQueueFailure(log, error as Error)
    }
  }
  while (!isOver.aborted) {
    hasFailed = false
    const free = mostAtOnce - inHand.size
    const fetched = await boss
      .fetch<unknown>(name, { batchSize: free, includeMetadata: true })
      .catch((error: Error) => {
        logQueueFailure(log, error)
        return null
      })
    if (fetched !== null) watcher.isWorking()
    const jobs = fetched ?? []
    for (const job of jobs) {
      const done: Promise<void> = take(job).finally(() => inHand.delete(done))
      inHand.add(done)
    }
    // Waits for one free place. If all were taken, more jobs may be waiting.
    if (inHand.size === mostAtOnce) await raceWhileWorking(inHand, watcher)
    // The loop pauses after a failure, too: a passing fault must not use up a try of every waiting job in a moment.
    if (jobs.length < free || hasFailed) await pause(idlePause, null, { signal: isOver }).catch(() => null)
  }
  await Promise.all(inHand)
}

/** Milliseconds. A job may take minutes, and its loop must not count as stuck meanwhile. */
const stillWorkingMs = 5_000

async function raceWhileWorking(inHand: ReadonlySet<Promise<void>>, watcher: JobWatcher): Promise<void> {
  const telling = setInterval(() => watcher.isWorking(), stillWorkingMs)
  try {
    await Promise.race(inHand)
  } finally {
    clearInterval(telling)
  }
}

/** Returns the outcome. If the handler fails, the queue gets the job back for a retry. */
async function doJob(
  boss: PgBoss,
  name: string,
  job: PgBoss.JobWithMetadata<unknown>,
  handle: JobHandler<unknown>,
  log: JobLog,
): Promise<JobOutcome> {
  const failure = await failureOf((timeIsUp) => handle(job.data, timeIsUp), job.expireInSeconds)
  if (failure !== null) logFailedTry(log, job, failure)
  if (failure === null) await boss.complete(name, job.id)
  // The queue stores the failure as the log does, without addresses: it keeps the job for days, even after a person's erasure.
  else await boss.fail(name, job.id, loggedError(failure))
  if (failure === null) return 'done'
  return job.retryCount < job.retryLimit ? 'failed' : 'given_up'
}

/** Logs a failure of the queue itself: a broken connection, unreachable tables. */
export function logQueueFailure(log: JobLog, { message }: Error): void {
  log.error({ reason: message }, 'job queue')
}

/** Logs a failed try: the last one as an error, because nobody takes the job up again. */
function logFailedTry(
  log: JobLog,
  { name, data, retryCount, retryLimit }: PgBoss.JobWithMetadata<unknown>,
  err: Error,
): void {
  const what = { err, queue: name, job: data }
  if (retryCount < retryLimit) log.warn(what, 'a job failed and will be tried again')
  else log.error(what, 'a job failed for the last time')
}

/** The failure of the work, or null. After `seconds` the work has failed: the job is another process's then. */
async function failureOf(begin: (timeIsUp: AbortSignal) => Promise<void>, seconds: number): Promise<Error | null> {
  const timeout = new AbortController()
  const timeIsUp = new AbortController()
  const ending = setTimeout(
    () => timeIsUp.abort(new Error(`not done within ${seconds * workingShare} s`)),
    seconds * workingShare * 1000,
  )
  const tooLate = pause(seconds * 1000, null, { signal: timeout.signal }).then(
    () => new Error(`not done within ${seconds} s`),
    () => null,
  )
  const done = begin(timeIsUp.signal).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  )
  const failure = await Promise.race([done, tooLate])
  timeout.abort()
  clearTimeout(ending)
  return failure
}
