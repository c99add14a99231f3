import { eq } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { prepared } from '../../db/prepared.ts'
import { attempts } from '../../db/schema/attempts.ts'
import type { Secrets } from '../../config/secrets.ts'
import type { EndedSessions } from '../auth/sessions.ts'
import type { Attempt } from './attempt.ts'
import { ticketDaysAfterLate } from './attempt-clock.ts'
import { ticketHash, ticketOf } from './ticket.ts'

/** With another salt the server derives another ticket, which `withTicket` makes good when the paper is next handed out. */
const endTickets = prepared(
  'end_tickets',
  `update attempts set ticket_salt = gen_random_uuid()::text, ticket_hash = 'ended:' || gen_random_uuid()
   where user_id = $1 and mode = 'exam'
     and (is_open or late_until > now() - make_interval(days => ${ticketDaysAfterLate}))`,
)

/**
 * A person who signs out everywhere, or takes a new password, takes the tickets of their exams from every device as well. What a
 * device still holds is delivered by its owner's session, so no answer is lost. The end of one session alone ends no ticket, for its
 * device may be the one that holds answers; nor does a letter that was opened in another browser (decision 0036).
 */
export async function endTicketsEverywhere(queries: Queries, ended: EndedSessions): Promise<void> {
  if ('userId' in ended && ended.keepsTickets !== true) await endTickets(queries, ended.userId)
}

/** The attempt as its paper is handed out, which is held: with a ticket that is taken. */
export async function withTicket(secrets: Secrets, tx: Queries, attempt: Attempt): Promise<Attempt> {
  const hash = ticketHash(ticketOf(secrets, attempt))
  if (hash === attempt.ticketHash) return attempt
  await tx.update(attempts).set({ ticketHash: hash }).where(eq(attempts.id, attempt.id))
  return { ...attempt, ticketHash: hash }
}
