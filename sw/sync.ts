import { onDisk } from '../src/storage/connection.ts'
import { ownLocks } from '../src/concurrency/with-lock.ts'
import { areAnswersHere, deliverAttempts } from '../src/attempt/sync/deliver-answers.ts'
import { deliverRevocations } from '../src/session/deliver-revocations.ts'
import { type Drain, drain } from '../src/attempt/sync/drain.ts'
import { deliveryTag } from '../src/pwa/worker-messages.ts'
import type { SubmissionRow } from '../src/attempt/machine/rows.ts'
import { readSubmission, waitingSubmissions } from '../src/attempt/replica/submissions.ts'
import { takeBackWaiting, tellDelivered, tellWaiting } from './notification.ts'
import { sendByTicket } from './send-by-ticket.ts'

/** The worker knows no session: it delivers work that has a ticket, and leaves the rest to a window of its owner. */
const deliverer: Drain = {
  send: sendByTicket,
  now: Date.now,
  random: Math.random,
  hidden: () => true,
  ownerId: () => null,
  report: reportError,
  locks: ownLocks(),
  wakeUp: true,
}

/** Delivers waiting work: the browser has a network again, and perhaps no window. */
export function onSync(event: SyncEvent): void {
  if (event.tag === deliveryTag) event.waitUntil(deliver(event.lastChance))
}

/**
 * Rejects while anything waits, which asks the browser to wake the worker again later. On the last chance the browser does not;
 * then a notification tells the person, because only a visit can deliver the work.
 */
async function deliver(isLastChance: boolean): Promise<void> {
  try {
    await deliverAll()
  } finally {
    await tellWhatIsLeft(isLastChance).catch(reportError)
  }
}

async function deliverAll(): Promise<void> {
  const before = await onDisk(waitingSubmissions())
  const next = await drain(deliverer)
  // Notifies before the rest, which may take long or fail: at the next wake nobody would be notified of these submissions.
  await tellOfThose(before).catch(reportError)
  const areAnswersLeft = await deliverAttempts({ send: deliverer.send, ownerId: () => null, report: reportError })
  const isLogOutLeft = await deliverRevocations(deliverer.send, deliverer.now())
  if (next !== null || areAnswersLeft || isLogOutLeft) throw new Error('Not everything could be delivered yet')
}

/** Notifies of work that is left. A log-out alone is no work. */
async function tellWhatIsLeft(isLastChance: boolean): Promise<void> {
  const isWorkLeft = (await onDisk(waitingSubmissions())).length > 0 || (await onDisk(areAnswersHere()))
  if (!isWorkLeft) await takeBackWaiting()
  else if (isLastChance) await tellWaiting()
}

async function tellOfThose(waited: readonly SubmissionRow[]): Promise<void> {
  const after = await Promise.all(waited.map(({ draftId }) => onDisk(readSubmission(draftId))))
  await tellDelivered(after.flatMap((row) => (row?.state === 'accepted' || row?.state === 'graded' ? [row] : [])))
}
