import { setTimeout as pause } from 'node:timers/promises'
import type PgBoss from 'pg-boss'

/** An empty queue is looked into again after this long. Milliseconds. */
const idlePause = 500

/**
 * Takes the jobs of one queue, one at a time, until `isOver` is aborted; resolves when the job in hand is done. Where
 * there was one there may be more: a queue is emptied without a pause between jobs. `onError` hears what the queue
 * itself could not do; its jobs come back when they expire.
 *
 * pg-boss has a loop of its own, which does not wait for its note that a job is done: a connection that broke just then
 * was a rejection that nobody heard, and ended the server's process.
 */
export async function workOff(
  boss: PgBoss,
  name: string,
  handle: (data: unknown) => Promise<void>,
  onError: (error: Error) => void,
  isOver: AbortSignal,
): Promise<void> {
  while (!isOver.aborted) {
    const hadWork = await takeOne(boss, name, handle).catch((error: Error) => {
      onError(error)
      return false
    })
    if (!hadWork) await pause(idlePause, null, { signal: isOver }).catch(() => null)
  }
}

/** Whether one was done. A handler that fails gives its job back to the queue, to be tried again later. */
async function takeOne(boss: PgBoss, name: string, handle: (data: unknown) => Promise<void>): Promise<boolean> {
  const [job] = await boss.fetch(name, { batchSize: 1 })
  if (job === undefined) return false
  const failure = await failureOf(handle(job.data), job.expireInSeconds)
  if (failure === null) await boss.complete(name, job.id)
  else await boss.fail(name, job.id, { message: failure.message, stack: failure.stack })
  // What has failed just now would be the next one again: its tries would be gone in a moment.
  return failure === null
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
