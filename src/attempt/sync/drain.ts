import type { SubmissionRow } from '../machine/rows.ts'
import { waitingSubmissions, refusedBefore, waitAgain } from '../replica/submissions.ts'
import { deliverSubmission, mayDeliver, type Sender } from './deliver-submission.ts'
import { onDisk } from '../../storage/connection.ts'
import { isDue } from './back-off.ts'
import { type Locks, withLock } from '../../concurrency/with-lock.ts'
import { announce } from './channel.ts'

/** How long to wait for another context that delivers the same submission. */
const lockTimeoutMs = 10_000
/** How long until a storage that refused the outcome of a submission is tried again. */
const storagePauseMs = 30_000

export interface Drain extends Sender {
  readonly locks: Locks
  /** Do not wait for the next planned try: the network or the person came back. A pause asked for by the server holds. */
  readonly wakeUp: boolean
}

/** Tries once every submission that is due. Resolves to when to come again (ms since 1970), or null if nothing is left here. */
export async function drain(context: Drain): Promise<number | null> {
  const now = context.now()
  const rows = (await onDisk(waitingSubmissions())).filter((row) => mayDeliver(row, context))
  const left: number[] = []
  // The bare name: the window's own reportError throws if it is called as a method of another object.
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
      // A submission that cannot go holds up no other.
      report(error)
    }
  }
  return left.length === 0 ? null : Math.min(...left)
}

/**
 * Delivers under a lock. A sleeping tab may hold the lock for hours: a submission with a key is then sent without the lock,
 * because its key makes a repeat idempotent. A submission without a key waits.
 */
async function deliverAlone(row: SubmissionRow, context: Drain): Promise<SubmissionRow | undefined> {
  const deliver = () => deliverSubmission(row.draftId, context)
  const later = async () => ({ ...row, nextTryAt: context.now() + lockTimeoutMs })
  const lock = { locks: context.locks, name: `outbox:${row.draftId}`, timeoutMs: lockTimeoutMs }
  return withLock(lock, deliver, row.body.submission_key === undefined ? later : deliver)
}

/**
 * Sends refused submissions once more, once for each build of the app and at most once a day after that. A refusal can be the
 * fault of one release, and nobody should need a file to get past it. `now`: milliseconds since 1970 by this device.
 */
export async function retryRefused(build: string, now: number): Promise<void> {
  for (const draftId of await onDisk(refusedBefore(build, now))) {
    await onDisk(waitAgain(draftId, now))
    announce({ draftId, change: 'enqueued' })
  }
}
