import type { Result } from '#contract/result.ts'
import type { StoredEvent } from './answer-events.ts'
import type { Attempt } from './attempt.ts'
import { graceSeconds } from './attempt-clock.ts'

interface Ending {
  deadlineAt: Date | null
  /** When the last of what is graded came: a hand-in, or, where nobody handed in, the latest answer that holds. */
  endedAt: Date
  closedBy: string
  /** How many of the answers had been seen in time. */
  inTime: number
}

/**
 * What a result says of lateness: by how many seconds, and how much had been seen in time; null when all was in time.
 * An exam that nobody handed in is late only when one of the answers that hold (`winners`) is.
 */
export function latenessOf({ deadlineAt, endedAt, closedBy, inTime }: Ending, winners: StoredEvent[]): Result['late'] {
  if (deadlineAt === null) return null
  const lateAnswers = winners.filter(({ phase }) => phase !== 'in_time').map(({ received_at }) => received_at.getTime())
  const end = closedBy === 'unattended' ? Math.max(...lateAnswers) : Math.max(endedAt.getTime(), ...lateAnswers)
  const seconds = Math.round((end - deadlineAt.getTime()) / 1000)
  return lateAnswers.length > 0 || seconds > graceSeconds ? { seconds, in_time: inTime } : null
}

type Clock = Pick<Attempt, 'startedAt' | 'deadlineAt' | 'submittedAt'>

/**
 * Seconds from the start to the end as it really was: to the hand-in or, where nobody handed in, to the latest answer that
 * holds. `late` is what `latenessOf` says of the same ending.
 */
export function secondsElapsed(clock: Clock, closedBy: string, late: Result['late'], winners: StoredEvent[]): number {
  const { startedAt, deadlineAt, submittedAt } = clock
  if (startedAt === null || submittedAt === null) return 0
  const secondsTo = (end: number) => Math.max(0, Math.round((end - startedAt.getTime()) / 1000))
  if (late != null && deadlineAt !== null) return secondsTo(deadlineAt.getTime() + late.seconds * 1000)
  if (closedBy !== 'unattended') return secondsTo(submittedAt.getTime())
  return secondsTo(Math.max(startedAt.getTime(), ...winners.map(({ received_at }) => received_at.getTime())))
}
