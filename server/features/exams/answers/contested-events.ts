import { isLater, mergeEvents } from '#contract/answer-merge.ts'
import type { AnswerEvent } from '#contract/question.ts'

/** An answer event with the time of its arrival at this server. */
export type ReceivedEvent = AnswerEvent & { readonly received_at: Date }

/**
 * Finds answers that lost the merge to another device's answer that cannot have known of them. They arrived later by this
 * server's clock, or have a number that the winner did not exceed: a device that answers takes the number after the greatest
 * that it knows. Names only the last arrival of a question; equal values are no contest. A contest ends with the next answer
 * of the device that showed it. `counted` in any order. Returns bare events, as they travel.
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

/** Both answers of each contested question, the loser and the winner. Bare events, as they travel. */
export interface ContestedAnswers {
  contested: AnswerEvent[]
  holding: AnswerEvent[]
}

/** Returns the answers of `contestedEvents`, and the winners of those questions. */
export function contestedAnswers(counted: readonly ReceivedEvent[]): ContestedAnswers {
  const contested = contestedEvents(counted)
  const asked = new Set(contested.map(({ question_id }) => question_id))
  const holding = [...mergeEvents(counted).values()].filter(({ question_id }) => asked.has(question_id))
  return { contested, holding: holding.map(bare) }
}

/** Orders events by arrival, and those of one moment by the merge, in whatever order they are read. */
function cameAfter(event: ReceivedEvent, other: ReceivedEvent): boolean {
  const between = event.received_at.getTime() - other.received_at.getTime()
  return between === 0 ? isLater(event, other) : between > 0
}

/** The last event of each device: the device itself has replaced its earlier answers. */
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

/** An event as it travels, without the fields of its storage. */
export function bare({ question_id, value, epoch, seq, device_id }: AnswerEvent): AnswerEvent {
  return { question_id, value, epoch, seq, device_id }
}
