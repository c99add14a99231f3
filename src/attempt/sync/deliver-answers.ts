import type { EndpointReply } from '#contract/endpoint.ts'
import { saveAnswers } from '#contract/exam.ts'
import type { AnswerEvent } from '#contract/question.ts'
import { type Reply, isPassing } from '../../http/reply.ts'
import { type Send, tryTimeoutFor } from '../../http/send.ts'
import { askedPause, isPaused } from './back-off.ts'
import { recoverAnswers } from '#contract/exam-recovery.ts'
import { isAcknowledged, isSameAnswer, type Mark } from '../machine/acknowledged.ts'
import { attemptsWithPaper, readAnswerRows } from '../replica/attempts.ts'
import type { AttemptRow } from '../machine/rows.ts'
import { keepHeard } from '../replica/persist.ts'
import { readSubmission } from '../replica/submissions.ts'
import { onDisk } from '../../storage/connection.ts'

export type SavedAnswers = EndpointReply<typeof saveAnswers>

export interface Delivery {
  readonly purchaseId: string
  readonly ticket: string
  readonly events: readonly AnswerEvent[]
  /** Start the clock, if it does not run yet. */
  readonly begin?: boolean
  /** Make this device the one that writes. */
  readonly takeOver?: boolean
  /** Whether more is to be sent by calls after this one. */
  readonly isPart?: boolean
}

/** When the pauses end that the server has asked for, by ticket; forgotten with the page. Milliseconds since 1970. */
const pauses = new Map<string, number>()

/** Milliseconds for which the server has asked not to be sent this attempt's answers, by any page or worker; 0 when it has not. */
export function pauseOf(ticket: string): number {
  const until = pauses.get(ticket) ?? 0
  return isPaused(until, Date.now()) ? until - Date.now() : 0
}

/** What the server says of this attempt's answers, by whichever call: a pause that it asks for, or the end of one. */
function notePause(ticket: string, reply: Reply<unknown>): void {
  if (reply.kind === 'refused') pauses.set(ticket, Date.now() + askedPause(reply.retryAfter))
  if (reply.kind === 'answered') pauses.delete(ticket)
}

/**
 * Sends answer events by the attempt's ticket: the session may have ended, the answers still arrive. Notes the pause that the
 * server asks for, and keeps none: that is for who sends by themselves, and a person who presses is not made to wait.
 */
export async function deliverAnswers(
  send: Send,
  { purchaseId, ticket, events, begin, takeOver, isPart }: Delivery,
): Promise<Reply<SavedAnswers>> {
  const body = {
    ticket,
    ...(begin === true ? { begin } : {}),
    ...(takeOver === true ? { take_over: true } : {}),
    ...(isPart === undefined ? {} : { more: isPart }),
    events: [...events],
  }
  const reply = await send(
    saveAnswers,
    { params: { id: purchaseId }, body },
    { signal: AbortSignal.timeout(tryTimeoutFor(body)), asTicketHolder: true },
  )
  notePause(ticket, reply)
  return reply
}

export interface AttemptsDelivery {
  readonly send: Send
  /** Whose Bearer `send` carries; null in the worker and when nobody is signed in. */
  readonly ownerId: () => string | null
  readonly report: (error: unknown) => void
}

/**
 * Delivers the answers of exams that nobody has open: the tab was closed while there was no network, or another device
 * submitted the exam while an answer was given here (the server keeps that one too, beside the graded ones). Each attempt
 * gets one try, and what goes wrong with one (a storage that does not take the server's reply) is reported and holds up no
 * other one. An exam that is running meanwhile sends the same events itself, which does no harm. Resolves to whether
 * any is left that another try could deliver. What comes so late that its ticket has ended is brought by its owner's session,
 * as a file of answers would be.
 */
export async function deliverAttempts(context: AttemptsDelivery): Promise<boolean> {
  // Called on nothing: a window's own reportError refuses to be called as a method of anything else.
  const { report } = context
  let isAnyLeft = false
  for (const attempt of await onDisk(attemptsWithPaper())) {
    try {
      if (await deliverOne(attempt, context)) isAnyLeft = true
    } catch (error) {
      report(error)
      isAnyLeft = true
    }
  }
  return isAnyLeft
}

/** Resolves to whether something of it is left. */
async function deliverOne(attempt: AttemptRow, context: AttemptsDelivery): Promise<boolean> {
  const { draftId, purchaseId, frame } = attempt
  const ticket = frame?.ticket
  if (ticket == null) return false
  const events = await onDisk(undelivered(draftId))
  if (events.length === 0) return false
  if (pauseOf(ticket) > 0) return true
  const reply = await deliverAnswers(context.send, { purchaseId, ticket, events, begin: true, isPart: false })
  const hasEnded = reply.kind === 'refused' && reply.code === 'ticket_invalid'
  if (hasEnded && context.ownerId() === attempt.ownerId) return deliverAsOwner(attempt, events, context)
  if (reply.kind !== 'answered') return isPassing(reply)
  const marks = { ...reply.body.marks, ...acknowledged(events, reply.body) }
  await onDisk(keepHeard(draftId, { marks, sent: events }))
  return false
}

/**
 * The exam is long closed: what comes is kept by the server beside what was graded, and hands nothing in. Resolves to whether
 * something is left.
 */
async function deliverAsOwner(
  { draftId, purchaseId, frame }: AttemptRow,
  events: AnswerEvent[],
  { send }: AttemptsDelivery,
): Promise<boolean> {
  const body = { attempt_id: frame?.attemptId ?? '', events, hand_in: false }
  const input = { params: { id: purchaseId }, body }
  const reply = await send(recoverAnswers, input, { signal: AbortSignal.timeout(tryTimeoutFor(body)) })
  notePause(frame?.ticket ?? '', reply)
  if (reply.kind !== 'answered') return isPassing(reply)
  await onDisk(keepHeard(draftId, { marks: marksOf(events), sent: events }))
  return false
}

/** Whether answers of an exam that can still be delivered are on this device alone. */
export async function areAnswersHere(): Promise<boolean> {
  for (const { draftId, frame } of await attemptsWithPaper()) {
    if (frame?.ticket != null && (await undelivered(draftId)).length > 0) return true
  }
  return false
}

/** A submission that waits carries its answers itself, and one that the server took has brought them. */
export async function undelivered(draftId: string): Promise<AnswerEvent[]> {
  const submission = await readSubmission(draftId)
  if (submission?.state === 'waiting') return []
  const brought = submission?.state === 'refused' ? [] : (submission?.body.events ?? [])
  const rows = await readAnswerRows(draftId)
  const pending = rows.filter((row) => !isAcknowledged(row)).flatMap(({ own }) => own ?? [])
  return pending.filter((event) => !brought.some((other) => isSameAnswer(event, other)))
}

/** The marks of a closed attempt speak of what was graded; what came later is on the server too. */
function acknowledged(events: readonly AnswerEvent[], { state }: SavedAnswers): Record<string, Mark> {
  const isClosed = state === 'submitted' || state === 'graded'
  return isClosed ? marksOf(events) : {}
}

function marksOf(events: readonly AnswerEvent[]): Record<string, Mark> {
  return Object.fromEntries(
    events.map(({ question_id, epoch, seq, device_id }) => [question_id, { epoch, seq, device_id }]),
  )
}
