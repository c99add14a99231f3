import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type PgBoss from 'pg-boss'
import { loggedError } from '../log/logged-error.ts'

export type JobLog = Pick<FastifyBaseLogger, 'warn' | 'error'>

/** How a try of a job ended. `given_up`: it was the last one. */
export type JobOutcome = 'done' | 'failed' | 'given_up'

/** Hears how a loop fares. */
export interface JobWatcher {
  /** It has looked into its queue, or has jobs in hand. */
  isWorking(): void
  ended(outcome: JobOutcome): void
}

/** What a job does. `timeIsUp` is aborted while the job is still its own: what it has begun elsewhere ends then. */
export type JobHandler<Data> = (data: Data, timeIsUp: AbortSignal) => Promise<void>

/** The part of a job's time after which its work is told to end. The rest is for ending it, before the job is another's. */
const workingShare = 0.75

/** An empty queue is looked into again after this long. Milliseconds. */
const idlePause = 500

/**
 * Takes the jobs of one queue, at most `mostAtOnce` side by side, until `isOver` is aborted; resolves when the jobs in hand
 * are done. Where there was one there may be more: a queue is emptied without a pause between jobs. The log gets every
 * try that failed, and of what the queue itself could not do; its jobs come back when they expire.
 *
 * pg-boss has a loop of its own, which does not wait for its note that a job is done: a connection that broke just then
 * was a rejection that nobody handled, and ended the server's process.
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
    // One place for the next job at least; where all places were taken there may be more waiting.
    if (inHand.size === mostAtOnce) await raceWhileWorking(inHand, watcher)
    if (jobs.length < free || hasFailed) await pause(idlePause, null, { signal: isOver }).catch(() => null)
  }
  await Promise.all(inHand)
}

/** Milliseconds. A job may take minutes; its loop is no silent one meanwhile. */
const stillWorkingMs = 5_000

async function raceWhileWorking(inHand: ReadonlySet<Promise<void>>, watcher: JobWatcher): Promise<void> {
  const telling = setInterval(() => watcher.isWorking(), stillWorkingMs)
  try {
    await Promise.race(inHand)
  } finally {
    clearInterval(telling)
  }
}

/** How it ended. A handler that fails gives its job back to the queue, to be tried again later. */
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
  // As the log keeps it: the job is kept for days, also when the person whose address the failure names is erased.
  else await boss.fail(name, job.id, loggedError(failure))
  // What has failed just now would be the next one again: its tries would be gone in a moment.
  if (failure === null) return 'done'
  return job.retryCount < job.retryLimit ? 'failed' : 'given_up'
}

/** What the queue itself could not do: a connection broke, its tables cannot be reached. */
export function logQueueFailure(log: JobLog, { message }: Error): void {
  log.error({ reason: message }, 'job queue')
}

/** The last try is an error in the log: nobody takes that job up again. */
function logFailedTry(
  log: JobLog,
  { name, data, retryCount, retryLimit }: PgBoss.JobWithMetadata<unknown>,
  err: Error,
): void {
  const what = { err, queue: name, job: data }
  if (retryCount < retryLimit) log.warn(what, 'a job failed and will be tried again')
  else log.error(what, 'a job failed for the last time')
}

/** What went wrong with the work within the time that it had: afterwards the job is another's. */
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
