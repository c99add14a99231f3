import { eq } from 'drizzle-orm'
import type { z } from 'zod/mini'
import type { saveAnswers as endpoint } from '#contract/exam.ts'
import type * as pauses from '#contract/exam-pause.ts'
import type { Queries } from '../../../db/connect.ts'
import { attempts } from '../../../db/schema/attempts.ts'
import { isUuid } from '../../../db/uuid.ts'
import { Failure } from '../../../failure.ts'
import type { SignedInUser } from '../../../http/signed-in-user.ts'
import type { Services } from '../../../services.ts'
import {
  appendEvents,
  type Appended,
  heardInTheOpen,
  isUnanswered,
  readContested,
  type StoredEvent,
  tooManyChanges,
  winnersOf,
  winningEvents,
} from '../answers/answer-events.ts'
import type { Attempt } from '../attempt.ts'
import { lapseOf, ticketIsAlive } from '../attempt-clock.ts'
import { readAttemptByTicket, startClock } from '../attempt-repository.ts'
import { beginAtOnce } from './begin-at-once.ts'
import { type Outcome, type Saved, saveAtOnce, untouched } from './save-at-once.ts'
import { readPauses, pausesAt } from '../pauses.ts'
import { asTicketOrUser, lockAttemptOf, ticketHash } from '../ticket.ts'
import { notePauses, type ReportedPauses } from '../close/note-pauses.ts'
import { reasonToTakeNoAnswers, withAttempt } from '../close/with-attempt.ts'

type Body = z.output<(typeof endpoint)['body']>
type PauseBody = z.output<(typeof pauses)['pauseExam']['body']>
type ResumeBody = z.output<(typeof pauses)['resumeExam']['body']>
type Reply = z.output<(typeof endpoint)['response']>

/**
 * Appends answer events, and starts the clock or takes the attempt over when asked. Replies with the marks that now hold for the
 * sent questions (for all, if none was sent): the events that they name are on the server for good. A full question does not keep
 * out answers to others: it has no mark and is named in `unkept`. If nothing else was sent, or the attempt is closed, the call is
 * refused with 422 `too_many_changes`. The reply has both answers of a contested question, even for a ticket alone: with them the
 * client asks the submitter. Throws 409 `attempt_not_started`, `exam_build_failed`, and what appending throws.
 */
export async function saveAnswers(
  services: Services,
  purchaseId: string,
  body: Body,
  findUser: () => Promise<SignedInUser | null>,
): Promise<Reply> {
  const { saved, arrivedAt } = await tryAtOnce(services, purchaseId, body)
  if (saved !== null) return replyOrdinary(saved, body, arrivedAt!)
  const state = await tryToRead(services, purchaseId, body)
  if (state !== null) return state
  return asTicketOrUser(body.ticket, findUser, (user) => saveCarefully(services, { purchaseId, user, arrivedAt }, body))
}

async function tryAtOnce(
  { db, answerShapes }: Services,
  purchaseId: string,
  { ticket, begin = false, take_over = false, events }: Body,
): Promise<Outcome> {
  if (ticket === undefined || take_over || !isUuid(purchaseId)) return untouched
  const place = { ticketHash: ticketHash(ticket), purchaseId }
  if (begin) return events.length === 0 ? beginAtOnce(db, place) : untouched
  if (events.length === 0) return untouched
  const shapes = await answerShapes.ofTicket(db, place.ticketHash)
  return shapes === null ? untouched : saveAtOnce(db, place, shapes, events)
}

/**
 * Reads the state of an attempt from one snapshot, without a lock or a write, for a caller that only asks. Null if there is
 * something to do or to refuse: time has changed the attempt, a clock is to be started, or the ticket is invalid.
 */
function tryToRead({ db }: Services, purchaseId: string, body: Body): Promise<Reply | null> | null {
  const { ticket, begin = false, take_over = false, events } = body
  if (ticket === undefined || take_over || events.length > 0 || !isUuid(purchaseId)) return null
  return db.transaction(
    async (tx) => {
      const found = await readAttemptByTicket(tx, ticketHash(ticket), purchaseId)
      if (found === undefined) return null
      const { attempt, now } = found
      const isToBegin = begin && attempt.state === 'ready'
      const isSettled = ticketIsAlive(attempt, now) && lapseOf(attempt, now).kind === 'nothing'
      if (isToBegin || !isSettled || attempt.state === 'failed') return null
      return reply(tx, { attempt, unkept: nothingUnkept, storedAnswers: nothingStored }, body, now)
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

/** The reply to an ordinary save: every sent answer holds, and nothing is contested. */
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

/** Stops the clock of an exam, or counts pauses that it had offline. Throws what `saveCarefully` refuses. */
export function pauseExam(
  services: Services,
  purchaseId: string,
  body: PauseBody,
  findUser: () => Promise<SignedInUser | null>,
): Promise<Reply> {
  return asTicketOrUser(body.ticket, findUser, (user) =>
    saveCarefully(services, { purchaseId, user, about: { given: body.pauses } }, body),
  )
}

/** Lets the clock of an exam run again. Throws 409 `pause_unknown`, and what `saveCarefully` refuses. */
export function resumeExam(
  services: Services,
  purchaseId: string,
  { ticket, more, events, ...resumes }: ResumeBody,
  findUser: () => Promise<SignedInUser | null>,
): Promise<Reply> {
  return asTicketOrUser(ticket, findUser, (user) =>
    saveCarefully(services, { purchaseId, user, about: { given: [], resumes } }, { ticket, more, events }),
  )
}

interface Caller {
  purchaseId: string
  user: SignedInUser | null
  /** The arrival of the call, if the database has said it. */
  arrivedAt?: Date | null
  /** For a call about pauses: a pause that is not counted refuses the call; its answers are stored anyway. */
  about?: ReportedPauses
}

/**
 * Handles any case under a lock of the attempt's row. Besides the errors of `saveAnswers`, refuses a pause with 409
 * `pause_unavailable`, `exam_over`, `too_many_pauses`, `no_pause_left` or `pause_unknown`.
 */
function saveCarefully(
  services: Services,
  { purchaseId, user, arrivedAt = null, about }: Caller,
  body: Body,
): Promise<Reply | Failure> {
  const lock = async (tx: Queries) => {
    const locked = await lockAttemptOf(tx, { purchaseId, ticket: body.ticket, user, mode: 'any' })
    // An answer that arrived in time is in time, however long other calls have locked its attempt since.
    return { ...locked, now: arrivedAt ?? locked.now }
  }
  return withAttempt(services, lock, async (tx, locked, now) => {
    const begun = body.begin === true && locked.state === 'ready' ? await startClock(tx, locked, now) : locked
    const taken = body.take_over === true && begun.isOpen ? await raiseEpoch(tx, begun) : begun
    const isWhole = body.more === false
    const reported = about ?? { given: [] }
    const { attempt, refusal: notPaused } = await notePauses(services, tx, taken, reported, now)

    const refusal = reasonToTakeNoAnswers(attempt)
    // A call without answers asks for the state of an attempt that has not begun.
    if (refusal !== null && (attempt.state === 'failed' || body.events.length > 0)) return refusal
    const appended = await appendEvents(tx, services.answerShapes, attempt, body.events, now, { isWhole })
    if (isRefused(appended, body)) return tooManyChanges()
    return notPaused ?? reply(tx, appended, body, now, about !== undefined)
  })
}

/**
 * Whether to refuse the call because events found no room; all else is stored anyway. A client resends an event without a mark:
 * if it sends nothing else, only a refusal ends the retries. A client reads no marks of a closed attempt.
 */
function isRefused({ attempt, unkept }: Appended, { events }: Body): boolean {
  if (unkept.size === 0) return false
  return !attempt.isOpen || events.every(({ question_id }) => unkept.has(question_id))
}

const nothingUnkept: ReadonlySet<string> = new Set()
const nothingStored: Appended['storedAnswers'] = { stored: [], collapsed: new Map() }

async function raiseEpoch(tx: Queries, attempt: Attempt): Promise<Attempt> {
  const epoch = attempt.epoch + 1
  await tx.update(attempts).set({ epoch }).where(eq(attempts.id, attempt.id))
  return { ...attempt, epoch }
}

async function reply(
  tx: Queries,
  { attempt, unkept, storedAnswers }: Omit<Appended, 'added'>,
  body: Body,
  now: Date,
  isAboutPauses = false,
): Promise<Reply> {
  const sent = [...new Set(body.events.map((event) => event.question_id))]
  const ofSent = storedAnswers.stored.filter(({ question_id }) => sent.includes(question_id))
  const winners = sent.length > 0 ? winnersOf(heardInTheOpen(ofSent)) : await allWinners(tx, attempt)
  const afterEnd = new Set(ofSent.flatMap(({ phase, question_id }) => (phase === 'after_end' ? [question_id] : [])))
  // The mark of a winner would pass for the acknowledgement of an event that was not kept.
  const acknowledged = winners.filter(({ question_id }) => !unkept.has(question_id))
  return {
    marks: Object.fromEntries(
      acknowledged.map(({ question_id, epoch, seq, device_id }) => [question_id, { epoch, seq, device_id }]),
    ),
    ...(unkept.size > 0 && { unkept: [...unkept] }),
    ...(afterEnd.size > 0 && { after_end: [...afterEnd] }),
    ...(await readContested(tx, attempt)),
    state: attempt.state,
    epoch: attempt.epoch,
    started_at: attempt.startedAt?.toISOString() ?? null,
    deadline_at: attempt.deadlineAt?.toISOString() ?? null,
    late_until: attempt.lateUntil?.toISOString() ?? null,
    server_time: now.toISOString(),
    ...((isAboutPauses || tellsPauses(attempt, body)) && { pauses: pausesAt(await readPauses(tx, attempt), now) }),
  }
}

/** The ordinary save reads no pauses and names none; a call that resembles it does the same. */
const tellsPauses = ({ state, pausedUntil }: Attempt, { events }: Body) =>
  state === 'paused' || (pausedUntil !== null && events.length === 0)

/** A call that sends nothing asks what has changed, and gets all winners. */
function allWinners(tx: Queries, attempt: Attempt): Promise<StoredEvent[]> | StoredEvent[] {
  return isUnanswered(attempt) ? [] : winningEvents(tx, attempt.id)
}
