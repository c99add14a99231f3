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

/** `noted` and `now` must be by the same clock, and it may be any: only the time between them is sent. */
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
  /** Pauses that the server has not acknowledged. They travel with the answers, and the server judges them first. */
  readonly pauses?: PausesToTell
}

/** When the pauses that the server asked for end, by ticket; lost with the page. Milliseconds since 1970. */
const pauses = new Map<string, number>()

/** How many ms the server still wants none of this attempt's answers from this context; 0 when it has not asked for a pause. */
export function pauseOf(ticket: string): number {
  const until = pauses.get(ticket) ?? 0
  return isPaused(until, Date.now()) ? until - Date.now() : 0
}

/** Notes a pause that the server asks for, or its end, by the reply to any call with this attempt's answers. */
function notePause(ticket: string, reply: Reply<unknown>): void {
  if (reply.kind === 'refused') pauses.set(ticket, Date.now() + askedPause(reply.retryAfter))
  if (reply.kind === 'answered') pauses.delete(ticket)
}

/**
 * Sends answer events by the attempt's ticket: they arrive even if the session has ended. Notes the pause that the server
 * asks for, but never waits for it. A caller that sends by itself waits; a person who presses does not.
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
  // Answers wait for no pause: an earlier server release lacks this call, and an attempt that has not started begins by a save.
  const knowsNone = reported?.kind === 'refused' && (reported.status === 404 || reported.code === 'attempt_not_started')
  const reply = reported !== null && !knowsNone ? reported : await send(saveAnswers, { params, body }, options)
  notePause(ticket, reply)
  return reply
}

/** The most that the contract takes: thirty days. Milliseconds. */
const longestAgoMs = 2_592_000_000

/** The pauses in the contract's form. Moments travel as «so many milliseconds ago», so a wrong device clock does no harm. */
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
  /** The person whose Bearer `send` carries; null in the worker and when nobody is signed in. */
  readonly ownerId: () => string | null
  readonly report: (error: unknown) => void
}

/**
 * Delivers the answers of exams that nobody has open: the tab was closed without a network, or another device submitted the
 * exam while an answer was given here (the server keeps that one beside the graded ones). Each attempt gets one try. An error
 * of one (a storage that does not take the server's reply) is reported, and holds up no other. An exam that runs meanwhile
 * sends the same events itself, which does no harm. If a ticket has ended, the owner's session delivers, as it would a file
 * of answers. Resolves to whether anything is left that another try could deliver.
 */
export async function deliverAttempts(context: AttemptsDelivery): Promise<boolean> {
  // The bare name: the window's own reportError throws if it is called as a method of another object.
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

/** Resolves to whether something of this attempt is left. */
async function deliverOne(attempt: AttemptRow, context: AttemptsDelivery): Promise<boolean> {
  const { draftId, purchaseId } = attempt
  const ticket = attempt.frame?.ticket
  if (ticket == null) return false
  const { events, pauses } = await heldOf(attempt)
  if (events.length === 0 && pauses.noted.length === 0) return false
  if (pauseOf(ticket) > 0) return true
  // The pauses on the disk may be older than its answers, so this call says that more is to come (`isPart`).
  const isPart = pauses.noted.length > 0
  const reply = await deliverAnswers(context.send, { purchaseId, ticket, events, begin: true, isPart, pauses })
  if (reply.kind === 'answered') {
    await onDisk(keepHeard(draftId, heardIn(reply.body, events, pauses.noted)))
    return false
  }
  if (isPassing(reply)) return true
  // The server has stored the answers even if it does not count the pause. They are sent once more for their marks.
  if (isPart) {
    await onDisk(keepHeard(draftId, { pauses: pauses.noted }))
    return true
  }
  const hasEnded = reply.kind === 'refused' && reply.code === 'ticket_invalid'
  return hasEnded && context.ownerId() === attempt.ownerId ? deliverAsOwner(attempt, events, context) : false
}

/**
 * Delivers by the owner's session. The exam is long closed: the server keeps the answers beside what was graded, and this
 * submits nothing. Resolves to whether something is left.
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

/** The unacknowledged answers that no submission carries. A waiting one carries its own, and a taken one has brought them. */
export async function undelivered(draftId: string): Promise<AnswerEvent[]> {
  const submission = await readSubmission(draftId)
  if (submission?.state === 'waiting') return []
  const brought = submission?.state === 'refused' ? [] : (submission?.body.events ?? [])
  const rows = await readAnswerRows(draftId)
  const pending = rows.filter((row) => !isAcknowledged(row)).flatMap(({ own }) => own ?? [])
  return pending.filter((event) => !brought.some((other) => isSameAnswer(event, other)))
}

/** What the disk has of the attempt that the server has not acknowledged. */
async function heldOf(attempt: AttemptRow): Promise<{ events: AnswerEvent[]; pauses: PausesToTell }> {
  const events = await onDisk(undelivered(attempt.draftId))
  // Read after the answers: the disk has a pause's end as soon as a later answer, and an earlier reading would miss it.
  const { frame, clockOffset } = (await onDisk(readAttemptRow(attempt.draftId))) ?? attempt
  return { events, pauses: { noted: frame?.pauses?.untold ?? [], now: Date.now() + clockOffset } }
}

/** What a reply says of what was sent. A reply that is silent about pauses is of a server that knows none. */
function heardIn(body: SavedAnswers, sent: readonly AnswerEvent[], noted: readonly NotedPause[]): Heard {
  const marks = { ...body.marks, ...acknowledged(sent, body) }
  return { marks, sent, pauses: body.pauses == null ? [] : noted }
}

/** The marks of a closed attempt name what was graded; what came later is on the server too. */
function acknowledged(events: readonly AnswerEvent[], { state }: SavedAnswers): Record<string, Mark> {
  const isClosed = state === 'submitted' || state === 'graded'
  return isClosed ? marksOf(events) : {}
}

function marksOf(events: readonly AnswerEvent[]): Record<string, Mark> {
  return Object.fromEntries(
    events.map(({ question_id, epoch, seq, device_id }) => [question_id, { epoch, seq, device_id }]),
  )
}
