import type { OutboxRow } from '../storage/exam-rows.ts'
import { waitingSubmissions } from '../storage/outbox.ts'
import { deliverSubmission, mayDeliver, type Sender } from './deliver-submission.ts'
import { isDue } from './is-due.ts'
import { type Locks, withLock } from './with-lock.ts'

/** How long to wait for another context that delivers the same submission. */
const lockPatience = 10_000

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
  const rows = (await waitingSubmissions()).filter((row) => mayDeliver(row, context))
  const left: number[] = []
  for (const row of rows) {
    const after = isDue(row, now, context.wakeUp) ? await deliverAlone(row, context) : row
    if (after?.state === 'waiting') left.push(Math.max(after.nextTryAt, after.notBefore))
  }
  return left.length === 0 ? null : Math.min(...left)
}

async function deliverAlone(row: OutboxRow, context: Drain): Promise<OutboxRow | undefined> {
  const after = await withLock(context.locks, `outbox:${row.draftId}`, lockPatience, () =>
    deliverSubmission(row.draftId, context),
  )
  return after === null ? { ...row, nextTryAt: context.now() + lockPatience } : after
}
