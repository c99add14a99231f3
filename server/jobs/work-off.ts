import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type PgBoss from 'pg-boss'

export type JobLog = Pick<FastifyBaseLogger, 'warn' | 'error'>

/** An empty queue is looked into again after this long. Milliseconds. */
const idlePause = 500

/**
 * Takes the jobs of one queue, one at a time, until `isOver` is aborted; resolves when the job in hand is done. Where
 * there was one there may be more: a queue is emptied without a pause between jobs. The log hears of every try that
 * failed, and of what the queue itself could not do; its jobs come back when they expire.
 *
 * pg-boss has a loop of its own, which does not wait for its note that a job is done: a connection that broke just then
 * was a rejection that nobody heard, and ended the server's process.
 */
export async function workOff(
  boss: PgBoss,
  name: string,
  handle: (data: unknown) => Promise<void>,
  log: JobLog,
  isOver: AbortSignal,
): Promise<void> {
  while (!isOver.aborted) {
    const hadWork = await takeOne(boss, name, handle, log).catch((error: Error) => {
      tellOfQueue(log, error)
      return false
    })
    if (!hadWork) await pause(idlePause, null, { signal: isOver }).catch(() => null)
  }
}

/** Whether one was done. A handler that fails gives its job back to the queue, to be tried again later. */
async function takeOne(
  boss: PgBoss,
  name: string,
  handle: (data: unknown) => Promise<void>,
  log: JobLog,
): Promise<boolean> {
  const [job] = await boss.fetch(name, { batchSize: 1, includeMetadata: true })
  if (job === undefined) return false
  const failure = await failureOf(handle(job.data), job.expireInSeconds)
  if (failure !== null) tellOfTry(log, job, failure)
  if (failure === null) await boss.complete(name, job.id)
  else await boss.fail(name, job.id, { message: failure.message, stack: failure.stack })
  // What has failed just now would be the next one again: its tries would be gone in a moment.
  return failure === null
}

/** What the queue itself could not do: a connection broke, its tables cannot be reached. */
export function tellOfQueue(log: JobLog, { message }: Error): void {
  log.error({ reason: message }, 'job queue')
}

/** The last try is told louder: nobody takes that job up again. */
function tellOfTry(
  log: JobLog,
  { name, data, retryCount, retryLimit }: PgBoss.JobWithMetadata<unknown>,
  err: Error,
): void {
  const what = { err, queue: name, job: data }
  if (retryCount < retryLimit) log.warn(what, 'a job failed and will be tried again')
  else log.error(what, 'a job failed for the last time')
}

/** What went wrong with the work within the time that it had: afterwards the job is another's. */
async function failureOf(work: Promise<void>, seconds: number): Promise<Error | null> {
  const inTime = new AbortController()
  const tooLate = pause(seconds * 1000, null, { signal: inTime.signal }).then(
    () => new Error(`not done within ${seconds} s`),
    () => null,
  )
  const done = work.then(
    () => null,
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  )
  const failure = await Promise.race([done, tooLate])
  inTime.abort()
  return failure
}
