import { recoverAnswers } from '#contract/exam-recovery.ts'
import type { AnswerEvent } from '#contract/question.ts'
import { isAcknowledged, isSameAnswer, type Mark } from '../engine/acknowledged.ts'
import { isPassing, type Reply } from '../engine/reply.ts'
import { draftsWithPaper, readAnswers } from '../storage/attempt-drafts.ts'
import type { AttemptRow } from '../storage/exam-rows.ts'
import { keepHeard } from '../storage/keep-heard.ts'
import { withTimeout } from '../concurrency/with-timeout.ts'
import { readSubmission } from '../storage/outbox.ts'
import { askedPause } from './back-off.ts'
import { deliverAnswers, type SavedAnswers } from './deliver-answers.ts'
import { diskPatience } from './disk-patience.ts'
import { type Send, tryLimit } from './send.ts'

export interface DraftsDelivery {
  readonly send: Send
  /** Whose Bearer `send` carries; null in the worker and when nobody is signed in. */
  readonly ownerId: () => string | null
  readonly report: (error: unknown) => void
}

/**
 * Delivers the answers of exams that nobody has open: the tab was closed while there was no network, or another device
 * handed the exam in while an answer was given here (the server keeps that one too, beside the graded ones). Each draft
 * gets one try, and what goes wrong with one (a storage that does not take the server's word) is reported and stands in no
 * other one's way. An exam that is running meanwhile sends the same events itself, which does no harm. Resolves to whether
 * any is left that another try could deliver. What comes so late that its ticket has ended is brought by its owner's session,
 * as a file of answers would be.
 */
export async function deliverDrafts(context: DraftsDelivery): Promise<boolean> {
  // Called on nothing: a window's own reportError refuses to be called as a method of anything else.
  const { report } = context
  let isAnyLeft = false
  for (const draft of await withTimeout(draftsWithPaper(), diskPatience)) {
    try {
      if (await isLeft(draft, context)) isAnyLeft = true
    } catch (error) {
      report(error)
      isAnyLeft = true
    }
  }
  return isAnyLeft
}

/** Until when the server has asked not to be sent a draft's answers; forgotten with the page. Milliseconds since 1970. */
const heldUntil = new Map<string, number>()

async function isLeft(draft: AttemptRow, context: DraftsDelivery): Promise<boolean> {
  const { draftId, purchaseId, frame } = draft
  const ticket = frame?.ticket
  if (ticket == null) return false
  const events = await withTimeout(undelivered(draftId), diskPatience)
  if (events.length === 0) return false
  if (Date.now() < (heldUntil.get(draftId) ?? 0)) return true
  const reply = await deliverAnswers(context.send, { purchaseId, ticket, events, begin: true })
  const hasEnded = reply.kind === 'refused' && reply.code === 'ticket_invalid'
  if (hasEnded && context.ownerId() === draft.ownerId) return isLeftByOwner(draft, events, context)
  if (reply.kind !== 'answered') return isStill(draftId, reply)
  const marks = { ...reply.body.marks, ...acknowledged(events, reply.body) }
  await withTimeout(keepHeard(draftId, { marks, sent: events }), diskPatience)
  return false
}

/** The exam is long closed: what comes is kept by the server beside what was graded, and hands nothing in. */
async function isLeftByOwner(
  { draftId, purchaseId, frame }: AttemptRow,
  events: AnswerEvent[],
  { send }: DraftsDelivery,
): Promise<boolean> {
  const body = { attempt_id: frame?.attemptId ?? '', events, hand_in: false }
  const input = { params: { id: purchaseId }, body }
  const reply = await send(recoverAnswers, input, { signal: AbortSignal.timeout(tryLimit) })
  if (reply.kind !== 'answered') return isStill(draftId, reply)
  await withTimeout(keepHeard(draftId, { marks: marksOf(events), sent: events }), diskPatience)
  return false
}

function isStill(draftId: string, reply: Exclude<Reply<unknown>, { kind: 'answered' }>): boolean {
  if (reply.kind === 'refused') heldUntil.set(draftId, Date.now() + askedPause(reply.retryAfter))
  return isPassing(reply)
}

/** Whether answers of an exam that can still be delivered are on this device alone. */
export async function areAnswersHere(): Promise<boolean> {
  for (const { draftId, frame } of await draftsWithPaper()) {
    if (frame?.ticket != null && (await undelivered(draftId)).length > 0) return true
  }
  return false
}

/** A submission that waits carries its answers itself, and one that the server took has brought them. */
export async function undelivered(draftId: string): Promise<AnswerEvent[]> {
  const submission = await readSubmission(draftId)
  if (submission?.state === 'waiting') return []
  const brought = submission?.state === 'refused' ? [] : (submission?.body.events ?? [])
  const rows = await readAnswers(draftId)
  const pending = rows.filter((row) => !isAcknowledged(row)).flatMap(({ own }) => own ?? [])
  return pending.filter((event) => !brought.some((other) => isSameAnswer(event, other)))
}

/** The marks of a closed attempt speak of what was graded; what came later is on the server all the same. */
function acknowledged(events: readonly AnswerEvent[], { state }: SavedAnswers): Record<string, Mark> {
  const isClosed = state === 'submitted' || state === 'graded'
  return isClosed ? marksOf(events) : {}
}

function marksOf(events: readonly AnswerEvent[]): Record<string, Mark> {
  return Object.fromEntries(
    events.map(({ question_id, epoch, seq, device_id }) => [question_id, { epoch, seq, device_id }]),
  )
}
