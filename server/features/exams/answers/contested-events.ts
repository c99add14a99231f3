import { isLater, mergeEvents } from '#contract/answer-merge.ts'
import type { AnswerEvent } from '#contract/question.ts'

/** An answer event, and when this server has got it. */
export type ReceivedEvent = AnswerEvent & { readonly received_at: Date }

/**
 * Answers that lost the merge to another device's answer which cannot have been given with knowledge of them: they came
 * later by this server's clock, or bear a number that the winner did not go beyond (anyone who answers takes the number
 * after the greatest that is known there). Of a question the one that came last; the same value is no contest. It ends
 * with the next answer of the device that showed it. `counted` in any order. Bare events: what travels.
 */
export function contestedEvents(counted: readonly ReceivedEvent[]): AnswerEvent[] {
  const winners = mergeEvents(counted)
  const contested = new Map<string, ReceivedEvent>()
  for (const event of lastOfEachDevice(counted)) {
    const winner = winners.get(event.question_id)!
    if (event.device_id === winner.device_id || isSameValue(event, winner)) continue
    if (event.received_at <= winner.received_at && event.seq < winner.seq) continue
    const other = contested.get(event.question_id)
    if (other === undefined || cameAfter(event, other)) contested.set(event.question_id, event)
  }
  return [...contested.values()].map(bare)
}

/** Both answers of each contested question: the one that lost, and the one that holds. Bare events: what travels. */
export interface ContestedAnswers {
  contested: AnswerEvent[]
  holding: AnswerEvent[]
}

/** What `contestedEvents` names, with the answers that hold of those questions. */
export function contestedAnswers(counted: readonly ReceivedEvent[]): ContestedAnswers {
  const contested = contestedEvents(counted)
  const asked = new Set(contested.map(({ question_id }) => question_id))
  const holding = [...mergeEvents(counted).values()].filter(({ question_id }) => asked.has(question_id))
  return { contested, holding: holding.map(bare) }
}

/** Of what came in one moment, the one that the merge puts last: in whichever order they are read. */
function cameAfter(event: ReceivedEvent, other: ReceivedEvent): boolean {
  const between = event.received_at.getTime() - other.received_at.getTime()
  return between === 0 ? isLater(event, other) : between > 0
}

/** What one device's earlier answers said, it has taken back itself. */
function lastOfEachDevice(counted: readonly ReceivedEvent[]): ReceivedEvent[] {
  const last = new Map<string, ReceivedEvent>()
  for (const event of counted) {
    const place = JSON.stringify([event.question_id, event.device_id])
    const previous = last.get(place)
    if (previous === undefined || isLater(event, previous)) last.set(place, event)
  }
  return [...last.values()]
}

function isSameValue(a: AnswerEvent, b: AnswerEvent): boolean {
  return JSON.stringify(a.value) === JSON.stringify(b.value)
}

/** An event field by field, as it travels: nothing of how it is stored. */
export function bare({ question_id, value, epoch, seq, device_id }: AnswerEvent): AnswerEvent {
  return { question_id, value, epoch, seq, device_id }
}
