import type { Arrival } from '#content/score/rapid-guessing.ts'
import { isLater } from '#contract/answer-merge.ts'
import { countedOf, type StoredAnswers, type StoredEvent } from './answer-events.ts'
import type { Attempt } from '../attempt.ts'
import { examTimeAt, type Span } from '../exam-time.ts'

/**
 * In the last seconds of an exam speed says nothing: the test itself advises to guess where one does not know, and most do
 * so then.
 */
const lastSeconds = 60

/** An answer that came, whether its event is still there or has collapsed: those of a row came since its first moment. */
type Arrived = Omit<StoredEvent, 'value' | 'phase'>

/** Until when the speed of answers tells anything, in ms of the exam's time since the paper was given out. */
export function speedTellsUntil({ deliveredAt, startedAt, deadlineAt }: Attempt, pauses: readonly Span[]): number {
  const givenOutAt = deliveredAt ?? startedAt
  if (givenOutAt === null || deadlineAt === null) return Number.POSITIVE_INFINITY
  return examTimeAt(pauses, deadlineAt) - lastSeconds * 1000 - examTimeAt(pauses, givenOutAt)
}

/**
 * When the first answer to each question of an attempt reached the server, in ms of the exam's time since its paper was given out: nobody can
 * have read it earlier, while the clock of who begins without a network is started later. Answers of the last minute and late
 * ones are left out. At most one a question. `stored`, `collapsed`: everything that is stored of the attempt, in any order.
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

/** Of what came by one call, the one that the merge puts first. */
function isEarlier(event: Arrived, other: Arrived): boolean {
  const between = event.received_at.getTime() - other.received_at.getTime()
  return between === 0 ? isLater(other, event) : between < 0
}
