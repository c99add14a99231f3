import type { EndpointReply } from '#contract/endpoint.ts'
import { saveAnswers } from '#contract/exam.ts'
import type { AnswerEvent } from '#contract/question.ts'
import type { Reply } from '../engine/reply.ts'
import { type Send, tryLimit } from './send.ts'

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

/** Sends answer events by the attempt's ticket: the session may have ended, the answers still arrive. */
export function deliverAnswers(
  send: Send,
  { purchaseId, ticket, events, begin, takeOver }: Delivery,
): Promise<Reply<SavedAnswers>> {
  const body = {
    ticket,
    ...(begin === true ? { begin } : {}),
    ...(takeOver === true ? { take_over: true } : {}),
    events: [...events],
  }
  return send(
    saveAnswers,
    { params: { id: purchaseId }, body },
    { signal: AbortSignal.timeout(tryLimit), asTicketHolder: true },
  )
}
