import { eq } from 'drizzle-orm'
import type { z } from 'zod/mini'
import type { saveAnswers as endpoint } from '#contract/exam.ts'
import type { Queries } from '../../db/connect.ts'
import { attempts } from '../../db/schema/attempts.ts'
import { isUuid } from '../../db/uuid.ts'
import { Failure } from '../../failure.ts'
import type { Services } from '../../services.ts'
import type { SignedInUser } from '../auth/authenticate.ts'
import {
  appendEvents,
  isUnanswered,
  readContested,
  type StoredEvent,
  winningEvents,
  winningEventsOf,
} from './answer-events.ts'
import type { Attempt } from './attempt.ts'
import { startClock } from './attempt-repository.ts'
import { beginAtOnce } from './begin-at-once.ts'
import { settleTime } from './settle-time.ts'
import { type Outcome, type Saved, saveAtOnce, untouched } from './save-at-once.ts'
import { asTicketOrUser, lockHeldAttempt, ticketHash } from './ticket.ts'

type Body = z.output<(typeof endpoint)['body']>
type Reply = z.output<(typeof endpoint)['response']>

/**
 * Appends answer events, and starts the clock or takes the attempt over when asked. Answers by the marks that now hold
 * for the questions that were sent (for all, where none was): what they name is on the server for good. Of a contested
 * question both answers are told, to the ticket alone too: whoever hands in is asked by this one reply. Throws
 * 409 `attempt_not_started`, 409 `exam_build_failed`, and what appending throws.
 */
export async function saveAnswers(
  services: Services,
  purchaseId: string,
  body: Body,
  findUser: () => Promise<SignedInUser | null>,
): Promise<Reply> {
  const { saved, arrivedAt } = await tryAtOnce(services, purchaseId, body)
  if (saved !== null) return replyOrdinary(saved, body, arrivedAt!)
  return asTicketOrUser(body.ticket, findUser, (user) => saveCarefully(services, purchaseId, body, user, arrivedAt))
}

/** By one statement, where there is nothing to decide. */
async function tryAtOnce(
  { db, answerShapes }: Services,
  purchaseId: string,
  { ticket, begin = false, take_over = false, events }: Body,
): Promise<Outcome> {
  if (ticket === undefined || take_over || !isUuid(purchaseId)) return untouched
  const place = { ticketHash: ticketHash(ticket), purchaseId }
  if (begin) return events.length === 0 ? beginAtOnce(db, place) : untouched
  const shapes = await answerShapes.ofTicket(db, place.ticketHash)
  return shapes === null ? untouched : saveAtOnce(db, place, shapes, events)
}

/** What was sent holds, and nothing is contested. */
function replyOrdinary(saved: Saved, { events }: Body, now: Date): Reply {
  return {
    marks: Object.fromEntries(
      events.map(({ question_id, epoch, seq, device_id }) => [question_id, { epoch, seq, device_id }]),
    ),
    contested: [],
    holding: [],
    state: saved.state,
    epoch: saved.epoch,
    started_at: saved.started_at?.toISOString() ?? null,
    deadline_at: saved.deadline_at?.toISOString() ?? null,
    late_until: saved.late_until?.toISOString() ?? null,
    server_time: now.toISOString(),
  }
}

/** By looking at everything, whatever the case. */
function saveCarefully(
  services: Services,
  purchaseId: string,
  body: Body,
  user: SignedInUser | null,
  arrivedAt: Date | null,
): Promise<Reply | Failure> {
  return services.db.transaction(async (tx) => {
    const held = await lockHeldAttempt(tx, { purchaseId, ticket: body.ticket, user, mode: 'any' })
    // What came in time is in time, however long its attempt was held by others since.
    const now = arrivedAt ?? held.now
    const settled = await settleTime(services, tx, held.attempt, now)
    const begun = body.begin === true && settled.state === 'ready' ? await startClock(tx, settled, now) : settled
    const attempt = body.take_over === true && begun.isOpen ? await raiseEpoch(tx, begun) : begun

    const refusal = reasonToRefuse(attempt, body)
    if (refusal !== null) return refusal
    const appended = await appendEvents(tx, services.answerShapes, attempt, body.events, now)
    return reply(tx, appended.attempt, body, now)
  })
}

async function raiseEpoch(tx: Queries, attempt: Attempt): Promise<Attempt> {
  const epoch = attempt.epoch + 1
  await tx.update(attempts).set({ epoch }).where(eq(attempts.id, attempt.id))
  return { ...attempt, epoch }
}

/** Returned, not thrown, so that what time has done to the attempt is committed. */
function reasonToRefuse(attempt: Attempt, body: Body): Failure | null {
  if (attempt.state === 'failed') {
    return new Failure(
      409,
      'exam_build_failed',
      'Ця спроба не відбулася з нашої вини. Спробу повернено, почніть ще раз.',
    )
  }
  if ((attempt.state === 'ready' || attempt.state === 'building') && body.events.length > 0) {
    return new Failure(409, 'attempt_not_started', 'Екзамен ще не почався.')
  }
  return null
}

async function reply(tx: Queries, attempt: Attempt, body: Body, now: Date): Promise<Reply> {
  const sent = [...new Set(body.events.map((event) => event.question_id))]
  const winners = await winnersAmong(tx, attempt, sent)
  return {
    marks: Object.fromEntries(
      winners.map(({ question_id, epoch, seq, device_id }) => [question_id, { epoch, seq, device_id }]),
    ),
    ...(await readContested(tx, attempt)),
    state: attempt.state,
    epoch: attempt.epoch,
    started_at: attempt.startedAt?.toISOString() ?? null,
    deadline_at: attempt.deadlineAt?.toISOString() ?? null,
    late_until: attempt.lateUntil?.toISOString() ?? null,
    server_time: now.toISOString(),
  }
}

/** Who sends nothing asks what has changed: all of them. */
function winnersAmong(tx: Queries, attempt: Attempt, sent: string[]): Promise<StoredEvent[]> | StoredEvent[] {
  if (isUnanswered(attempt)) return []
  return sent.length === 0 ? winningEvents(tx, attempt.id) : winningEventsOf(tx, attempt.id, sent)
}
