import type { AnswerEvent } from './question.ts'

/**
 * The merge rule of both ends: the greatest (epoch, seq, device_id) wins; device ids compare by code unit. The server's
 * answer-events.ts has the same rule in SQL (`latestFirst`).
 */
export function isLater(a: Pick<AnswerEvent, 'epoch' | 'seq' | 'device_id'>, b: typeof a): boolean {
  if (a.epoch !== b.epoch) return a.epoch > b.epoch
  if (a.seq !== b.seq) return a.seq > b.seq
  return a.device_id > b.device_id
}

/** The winning event of each question, clearing events included. The order of `events` does not matter. */
export function mergeEvents<Event extends AnswerEvent>(events: Iterable<Event>): Map<string, Event> {
  const winners = new Map<string, Event>()
  for (const event of events) {
    const winner = winners.get(event.question_id)
    if (winner === undefined || isLater(event, winner)) winners.set(event.question_id, event)
  }
  return winners
}
