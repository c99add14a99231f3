import type { SubmissionRow } from '../machine/rows.ts'
import { waitingSubmissions, refusedBefore, waitAgain } from '../replica/submissions.ts'
import { deliverSubmission, mayDeliver, type Sender } from './deliver-submission.ts'
import { onDisk } from '../../storage/connection.ts'
import { isDue } from './back-off.ts'
import { type Locks, withLock } from '../../concurrency/with-lock.ts'
import { announce } from './channel.ts'

/** How long to wait for another context that delivers the same submission. */
const lockTimeoutMs = 10_000
/** How long until a storage is tried again that did not take what became of a submission. */
const storagePauseMs = 30_000

export interface Drain extends Sender {
  readonly locks: Locks
  /** Do not wait for the next planned try: the network or the person came back. A pause asked for by the server holds. */
  readonly wakeUp: boolean
}

/**
 * Tries once to deliver every submission whose time has come. Returns when to come again: milliseconds since 1970, or
 * null when nothing that this context could deliver is left waiting.
 */
export async function drain(context: Drain): Promise<number | null> {
  const now = context.now()
  const rows = (await onDisk(waitingSubmissions())).filter((row) => mayDeliver(row, context))
  const left: number[] = []
  // Called on nothing: a window's own reportError refuses to be called as a method of anything else.
  const { report: tell } = context
  const report = (error: unknown) => {
    left.push(context.now() + storagePauseMs)
    tell(error)
  }
  for (const row of rows) {
    try {
      const after = isDue(row, now, context.wakeUp) ? await deliverAlone(row, { ...context, report }) : row
      if (after?.state === 'waiting') left.push(Math.max(after.nextTryAt, after.notBefore))
    } catch (error) {
      // One that cannot go holds up no other one.
      report(error)
    }
  }
  return left.length === 0 ? null : Math.min(...left)
}

/**
 * A tab that sleeps may hold the lock for hours. Under a key the same bytes are the same act, so that nobody's exam waits for
 * it; without one it does.
 */
async function deliverAlone(row: SubmissionRow, context: Drain): Promise<SubmissionRow | undefined> {
  const deliver = () => deliverSubmission(row.draftId, context)
  const later = async () => ({ ...row, nextTryAt: context.now() + lockTimeoutMs })
  const lock = { locks: context.locks, name: `outbox:${row.draftId}`, timeoutMs: lockTimeoutMs }
  return withLock(lock, deliver, row.body.submission_key === undefined ? later : deliver)
}

/**
 * Sends once more what the server has refused, once for each build of the app and at most once a day after that: a refusal can be
 * the fault of one release, and nobody should need a file to get past it. `now`: milliseconds since 1970 by this device.
 */
export async function retryRefused(build: string, now: number): Promise<void> {
  for (const draftId of await onDisk(refusedBefore(build, now))) {
    await onDisk(waitAgain(draftId, now))
    announce({ draftId, change: 'enqueued' })
  }
}
