import type { Arrival } from '#content/score/rapid-guessing.ts'
import { isLater } from '#contract/answer-merge.ts'
import { countedOf, type StoredAnswers, type StoredEvent } from './answer-events.ts'
import type { Attempt } from '../attempt.ts'
import { examTimeAt, type Span } from '../exam-time.ts'

/** Answers of the last 60 s say nothing about speed: the test itself advises guessing then, and most people do. */
const lastSeconds = 60

/** An answer that arrived. For collapsed events, `received_at` is the arrival of the first one. */
type Arrived = Omit<StoredEvent, 'value' | 'phase'>

/** The end of the time in which speed says something, in ms of the exam's time since delivery; infinity without a deadline. */
export function speedTellsUntil({ deliveredAt, startedAt, deadlineAt }: Attempt, pauses: readonly Span[]): number {
  const givenOutAt = deliveredAt ?? startedAt
  if (givenOutAt === null || deadlineAt === null) return Number.POSITIVE_INFINITY
  return examTimeAt(pauses, deadlineAt) - lastSeconds * 1000 - examTimeAt(pauses, givenOutAt)
}

/**
 * Finds when the first answer to each question reached the server, in ms of the exam's time since the paper was delivered.
 * Nobody can have read it earlier, while a person without a network starts the clock later. Skips late answers and those of
 * the last minute. At most one arrival a question. `stored` and `collapsed`: everything stored of the attempt, in any order.
 */
export function findArrivals(
  attempt: Attempt,
  { stored, collapsed }: StoredAnswers,
  pauses: readonly Span[],
): Arrival[] {
  const givenOutAt = attempt.deliveredAt ?? attempt.startedAt
  if (givenOutAt === null) return []
  const since = (at: Date) => examTimeAt(pauses, at) - examTimeAt(pauses, givenOutAt)
  const until = speedTellsUntil(attempt, pauses)
  const firsts = new Map<string, Arrived>()
  for (const event of [...collapsed.values(), ...countedOf(stored).filter(({ value }) => value !== null)]) {
    if (since(event.received_at) >= until) continue
    const first = firsts.get(event.question_id)
    if (first === undefined || isEarlier(event, first)) firsts.set(event.question_id, event)
  }
  return [...firsts.values()].map(({ question_id, device_id, received_at }) => ({
    question_id,
    device_id,
    at: since(received_at),
  }))
}

/** Orders events by arrival. The merge order decides between events of one call, which arrived together. */
function isEarlier(event: Arrived, other: Arrived): boolean {
  const between = event.received_at.getTime() - other.received_at.getTime()
  return between === 0 ? isLater(other, event) : between < 0
}
