import { eq } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { prepared } from '../../db/prepared.ts'
import { attempts } from '../../db/schema/attempts.ts'
import type { Secrets } from '../../config/secrets.ts'
import type { EndedSessions } from '../auth/sessions.ts'
import type { Attempt } from './attempt.ts'
import { ticketDaysAfterLate } from './attempt-clock.ts'
import { ticketHash, ticketOf } from './ticket.ts'

/** With another salt the server derives another ticket. `withTicket` stores its hash when the paper is next delivered. */
const endTickets = prepared(
  'end_tickets',
  `update attempts set ticket_salt = gen_random_uuid()::text, ticket_hash = 'ended:' || gen_random_uuid()
   where user_id = $1 and mode = 'exam'
     and (is_open or late_until > now() - make_interval(days => ${ticketDaysAfterLate}))`,
)

/**
 * Ends the exam tickets of a person who signs out everywhere or sets a new password, on every device. A device delivers the
 * answers that it still holds by its owner's session, so none is lost. The end of one session ends no ticket, because its
 * device may hold answers. Nor does a letter that was opened in another browser (decision 0036).
 */
export async function endTicketsEverywhere(queries: Queries, ended: EndedSessions): Promise<void> {
  if ('userId' in ended && ended.keepsTickets !== true) await endTickets(queries, ended.userId)
}

/** Gives a locked attempt a valid ticket before its paper is delivered. */
export async function withTicket(secrets: Secrets, tx: Queries, attempt: Attempt): Promise<Attempt> {
  const hash = ticketHash(ticketOf(secrets, attempt))
  if (hash === attempt.ticketHash) return attempt
  await tx.update(attempts).set({ ticketHash: hash }).where(eq(attempts.id, attempt.id))
  return { ...attempt, ticketHash: hash }
}
