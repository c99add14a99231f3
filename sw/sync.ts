import { ownLocks } from '../src/concurrency/with-lock.ts'
import { deliverDrafts } from '../src/delivery/deliver-drafts.ts'
import { deliverRevocations } from '../src/delivery/deliver-revocations.ts'
import { type Drain, drain } from '../src/delivery/drain.ts'
import { deliveryTag } from '../src/delivery/sync-tag.ts'
import type { OutboxRow } from '../src/storage/exam-rows.ts'
import { readSubmission, waitingSubmissions } from '../src/storage/outbox.ts'
import { tellDelivered } from './notification.ts'
import { sendByTicket } from './send-by-ticket.ts'

/** The worker knows no session: it delivers what bears a ticket, and leaves the rest to a window of its owner. */
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

/** The browser has a network again, and perhaps no window: what waits is delivered now. */
export function onSync(event: SyncEvent): void {
  if (event.tag === deliveryTag) event.waitUntil(deliver())
}

/** Rejects while anything waits, which asks the browser to wake the worker once more later. */
async function deliver(): Promise<void> {
  const before = await waitingSubmissions()
  const next = await drain(deliverer)
  // Before the rest, which may take long, or fail: the next time this hand-in waits no more, and nobody would be told.
  await tellOfThose(before).catch(reportError)
  const areAnswersLeft = await deliverDrafts({ send: deliverer.send, ownerId: () => null, report: reportError })
  const isLogOutLeft = await deliverRevocations(deliverer.send, deliverer.now())
  if (next !== null || areAnswersLeft || isLogOutLeft) throw new Error('Not everything could be delivered yet')
}

async function tellOfThose(waited: readonly OutboxRow[]): Promise<void> {
  const after = await Promise.all(waited.map(({ draftId }) => readSubmission(draftId)))
  await tellDelivered(after.flatMap((row) => (row?.state === 'accepted' || row?.state === 'graded' ? [row] : [])))
}
