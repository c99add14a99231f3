import type { Arrival } from '#content/score/rapid-guessing.ts'
import { isLater } from '#contract/answer-merge.ts'
import { countedOf, type StoredAnswers, type StoredEvent } from './answer-events.ts'
import type { Attempt } from '../attempt.ts'

/**
 * In the last seconds of an exam speed says nothing: the test itself advises to guess where one does not know, and most do
 * so then.
 */
const lastSeconds = 60

/** An answer that came, whether its event is still there or has collapsed: those of a row came since its first moment. */
type Arrived = Omit<StoredEvent, 'value' | 'phase'>

/** Until when the speed of answers tells anything, in ms since the paper was given out. */
export function speedTellsUntil({ deliveredAt, startedAt, deadlineAt }: Attempt): number {
  const givenOutAt = deliveredAt ?? startedAt
  if (givenOutAt === null || deadlineAt === null) return Number.POSITIVE_INFINITY
  return deadlineAt.getTime() - lastSeconds * 1000 - givenOutAt.getTime()
}

/**
 * When the first answer to each question of an attempt reached the server, in ms since its paper was given out: nobody can
 * have read it earlier, while the clock of who begins without a network is started later. Answers of the last minute and late
 * ones are left out. At most one a question. `stored`, `collapsed`: everything that is stored of the attempt, in any order.
 */
export function findArrivals(attempt: Attempt, { stored, collapsed }: StoredAnswers): Arrival[] {
  const givenOutAt = attempt.deliveredAt ?? attempt.startedAt
  if (givenOutAt === null) return []
  const until = givenOutAt.getTime() + speedTellsUntil(attempt)
  const firsts = new Map<string, Arrived>()
  for (const event of [...collapsed.values(), ...countedOf(stored).filter(({ value }) => value !== null)]) {
    if (event.received_at.getTime() >= until) continue
    const first = firsts.get(event.question_id)
    if (first === undefined || isEarlier(event, first)) firsts.set(event.question_id, event)
  }
  return [...firsts.values()].map(({ question_id, device_id, received_at }) => ({
    question_id,
    device_id,
    at: received_at.getTime() - givenOutAt.getTime(),
  }))
}

/** Of what came by one call, the one that the merge puts first. */
function isEarlier(event: Arrived, other: Arrived): boolean {
  const between = event.received_at.getTime() - other.received_at.getTime()
  return between === 0 ? isLater(other, event) : between < 0
}
