import { startAfterDeliverySeconds } from '#contract/exam.ts'
import type { Queries } from '../../../db/connect.ts'
import { prepared } from '../../../db/prepared.ts'
import { openAccounts } from '../../auth/accounts-in-sql.ts'
import { graceSeconds } from '../attempt-clock.ts'
import { type Outcome, type Saved, untouched } from './save-at-once.ts'

/**
 * Begins an exam in the ordinary case by one statement and one commit: the ticket's paper was delivered, its clock has not
 * started by itself, and its account is in order. In any other case nothing changes, and `save-answers.ts` decides. Every
 * change of an attempt changes this row, so a statement that has waited for it checks it again. The marks are those of
 * `startMarks`, and the moment of the start by itself is that of `lapseOf`: a test compares them.
 */
const begin = prepared<Saved>(
  'begin_at_once',
  `update attempts a
   set state = 'open', started_at = arrival.at, deadline_at = arrival.at + a.duration_seconds * interval '1 second',
     late_until = arrival.at + (a.duration_seconds + greatest(a.late_seconds, ${graceSeconds})) * interval '1 second'
   from ${openAccounts} u, (select date_trunc('milliseconds', statement_timestamp()) as at) as arrival
   where a.ticket_hash = $1 and a.purchase_id = $2 and a.is_open and a.state = 'ready' and a.mode = 'exam'
     and arrival.at < a.delivered_at + interval '${startAfterDeliverySeconds} seconds'
     and u.id = a.user_id
   returning a.state, a.epoch, a.started_at, a.deadline_at, a.late_until`,
)

export async function beginAtOnce(
  queries: Queries,
  { ticketHash, purchaseId }: { ticketHash: string; purchaseId: string },
): Promise<Outcome> {
  const [begun] = await begin(queries, ticketHash, purchaseId)
  return begun === undefined ? untouched : { saved: begun, arrivedAt: begun.started_at }
}
