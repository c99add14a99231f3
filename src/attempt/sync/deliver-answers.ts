import type { EndpointReply } from '#contract/endpoint.ts'
import { saveAnswers } from '#contract/exam.ts'
import { pauseExam, type PauseEvent } from '#contract/exam-pause.ts'
import type { AnswerEvent } from '#contract/question.ts'
import { type Reply, isPassing } from '../../http/reply.ts'
import { type Send, tryTimeoutFor } from '../../http/send.ts'
import { askedPause, isPaused } from './back-off.ts'
import { recoverAnswers } from '#contract/exam-recovery.ts'
import { isAcknowledged, isSameAnswer, type Mark } from '../machine/acknowledged.ts'
import { attemptsWithPaper, readAnswerRows, readAttemptRow } from '../replica/attempts.ts'
import type { AttemptRow } from '../machine/rows.ts'
import type { Heard } from '../machine/page-state.ts'
import { keepHeard } from '../replica/persist.ts'
import type { NotedPause } from '../machine/pauses.ts'
import { readSubmission } from '../replica/submissions.ts'
import { onDisk } from '../../storage/connection.ts'

export type SavedAnswers = EndpointReply<typeof saveAnswers>

/** `noted` and `now` by one clock, whichever that is: only what lies between them is sent. */
export interface PausesToTell {
  readonly noted: readonly NotedPause[]
  readonly now: number
}

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
  /** Pauses that the server has not acknowledged: they travel with the answers, which are judged after them. */
  readonly pauses?: PausesToTell
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
  { purchaseId, ticket, events, begin, takeOver, isPart, pauses }: Delivery,
): Promise<Reply<SavedAnswers>> {
  const ofPauses = { ticket, ...(isPart === undefined ? {} : { more: isPart }), events: [...events] }
  const body = {
    ...ofPauses,
    ...(begin === true ? { begin } : {}),
    ...(takeOver === true ? { take_over: true } : {}),
  }
  const options = { signal: AbortSignal.timeout(tryTimeoutFor(body)), asTicketHolder: true }
  const params = { id: purchaseId }
  const reported =
    pauses === undefined || pauses.noted.length === 0
      ? null
      : await send(pauseExam, { params, body: { ...ofPauses, pauses: eventsOf(pauses) } }, options)
  // The answers wait for no pause: an earlier release of the server knows no such call, and one that has not heard of the start begins by a save.
  const knowsNone = reported?.kind === 'refused' && (reported.status === 404 || reported.code === 'attempt_not_started')
  const reply = reported !== null && !knowsNone ? reported : await send(saveAnswers, { params, body }, options)
  notePause(ticket, reply)
  return reply
}

/** The most that the contract takes: thirty days. Milliseconds. */
const longestAgoMs = 2_592_000_000

/** As the contract has it: moments travel as «so many milliseconds ago», which no device's clock can be wrong about. */
function eventsOf({ noted, now }: PausesToTell): PauseEvent[] {
  const ago = (at: number) => Math.min(Math.max(0, Math.round(now - at)), longestAgoMs)
  return noted.map(({ name, cause, deviceId, from, to }) => ({
    name,
    cause,
    device_id: deviceId,
    began_ago_ms: ago(from),
    ...(to !== null && { ended_ago_ms: ago(to) }),
  }))
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
  const { draftId, purchaseId } = attempt
  const ticket = attempt.frame?.ticket
  if (ticket == null) return false
  const { events, pauses } = await heldOf(attempt)
  if (events.length === 0 && pauses.noted.length === 0) return false
  if (pauseOf(ticket) > 0) return true
  // What the disk has of a pause may be older than its answers: nothing is said to be all that the device holds.
  const isPart = pauses.noted.length > 0
  const reply = await deliverAnswers(context.send, { purchaseId, ticket, events, begin: true, isPart, pauses })
  if (reply.kind === 'answered') {
    await onDisk(keepHeard(draftId, heardIn(reply.body, events, pauses.noted)))
    return false
  }
  if (isPassing(reply)) return true
  // Of a pause that is not counted the answers are stored, and sent once more for their marks.
  if (isPart) {
    await onDisk(keepHeard(draftId, { pauses: pauses.noted }))
    return true
  }
  const hasEnded = reply.kind === 'refused' && reply.code === 'ticket_invalid'
  return hasEnded && context.ownerId() === attempt.ownerId ? deliverAsOwner(attempt, events, context) : false
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

/** What the disk has of it that the server has not acknowledged. */
async function heldOf(attempt: AttemptRow): Promise<{ events: AnswerEvent[]; pauses: PausesToTell }> {
  const events = await onDisk(undelivered(attempt.draftId))
  // After the answers: the end of a pause is on the disk as soon as an answer after it, and would be missing in what was read before.
  const { frame, clockOffset } = (await onDisk(readAttemptRow(attempt.draftId))) ?? attempt
  return { events, pauses: { noted: frame?.pauses?.untold ?? [], now: Date.now() + clockOffset } }
}

/** What a reply says of what was sent; one that is silent of pauses is of a server that knows none. */
function heardIn(body: SavedAnswers, sent: readonly AnswerEvent[], noted: readonly NotedPause[]): Heard {
  const marks = { ...body.marks, ...acknowledged(sent, body) }
  return { marks, sent, pauses: body.pauses == null ? [] : noted }
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
