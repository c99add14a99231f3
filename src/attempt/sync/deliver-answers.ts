import type { EndpointReply } from '#contract/endpoint.ts'
import { saveAnswers } from '#contract/exam.ts'
import type { AnswerEvent } from '#contract/question.ts'
import type { Reply } from '../../http/reply.ts'
import { type Send, timeLimit } from '../../http/send.ts'
import { askedPause, isHeld } from './back-off.ts'

export type SavedAnswers = EndpointReply<typeof saveAnswers>

export interface Delivery {
  readonly purchaseId: string
  readonly ticket: string
  readonly events: readonly AnswerEvent[]
  /** Start the clock, if it does not run yet. */
  readonly begin?: boolean
  /** Make this device the one that writes. */
  readonly takeOver?: boolean
}

/** When the pauses end that the server has asked for, by ticket; forgotten with the page. Milliseconds since 1970. */
const pauses = new Map<string, number>()

/** Milliseconds for which the server has asked not to be sent this attempt's answers, whoever sends them; 0 when it has not. */
export function pauseOf(ticket: string): number {
  const until = pauses.get(ticket) ?? 0
  return isHeld(until, Date.now()) ? until - Date.now() : 0
}

/** What the server says of this attempt's answers, by whichever call: a pause that it asks for, or the end of one. */
export function notePause(ticket: string, reply: Reply<unknown>): void {
  if (reply.kind === 'refused') pauses.set(ticket, Date.now() + askedPause(reply.retryAfter))
  if (reply.kind === 'answered') pauses.delete(ticket)
}

/**
 * Sends answer events by the attempt's ticket: the session may have ended, the answers still arrive. Notes the pause that the
 * server asks for, and keeps none: that is for who sends by themselves, and a person who presses is not made to wait.
 */
export async function deliverAnswers(
  send: Send,
  { purchaseId, ticket, events, begin, takeOver }: Delivery,
): Promise<Reply<SavedAnswers>> {
  const body = {
    ticket,
    ...(begin === true ? { begin } : {}),
    ...(takeOver === true ? { take_over: true } : {}),
    events: [...events],
  }
  const reply = await send(
    saveAnswers,
    { params: { id: purchaseId }, body },
    { signal: AbortSignal.timeout(timeLimit(body)), asTicketHolder: true },
  )
  notePause(ticket, reply)
  return reply
}
