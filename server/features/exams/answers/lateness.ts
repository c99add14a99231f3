import type { Pause } from '../../../db/stored-pauses.ts'
import type { Result } from '#contract/result.ts'
import { type StoredEvent, winnersOf } from './answer-events.ts'
import type { Attempt } from '../attempt.ts'
import { phaseAt, secondsUsed } from '../attempt-clock.ts'
import { examTimeAt, type Span } from '../exam-time.ts'
import { ofResult } from '../pauses.ts'

interface Ending {
  deadlineAt: Date | null
  /** How many of the answers had been seen in time. */
  inTime: number
}

/**
 * What a result says of lateness: by how many seconds, and how much had been seen in time; null when all was in time. Only an
 * answer that holds (`winners`) can be late. A submission that brings nothing new may come when a phone has woken, and would
 * have changed nothing had it never come.
 */
export function latenessOf({ deadlineAt, inTime }: Ending, winners: StoredEvent[]): Result['late'] {
  if (deadlineAt === null) return null
  const late = winners.filter((event) => !isInTime({ deadlineAt }, event)).map(({ received_at }) => received_at)
  if (late.length === 0) return null
  return { seconds: Math.round((Math.max(...late.map(Number)) - deadlineAt.getTime()) / 1000), in_time: inTime }
}

/** How many questions had an answer in time, among these events: the answers that hold, or that late ones have replaced. */
export function inTimeOf(attempt: Pick<Attempt, 'deadlineAt'>, events: readonly StoredEvent[]): number {
  const holding = winnersOf(events.filter((event) => isInTime(attempt, event)))
  return holding.filter(({ value }) => value !== null).length
}

/** What was called in time when it came stays so; of what came after the close only the deadline says whether it was late. */
const isInTime = (attempt: Pick<Attempt, 'deadlineAt'>, { phase, received_at }: StoredEvent) =>
  phase === 'in_time' || (phase === 'after_close' && phaseAt(attempt, received_at) === 'in_time')

type Clock = Pick<Attempt, 'startedAt' | 'deadlineAt' | 'submittedAt'>

/**
 * Seconds of the exam's time from the start to the end as it really was: to the submission or, where nobody submitted in time, to the latest answer
 * that holds. `late` is what `latenessOf` says of the same ending.
 */
export function secondsElapsed(
  clock: Clock,
  closedBy: string,
  late: Result['late'],
  winners: StoredEvent[],
  pauses: readonly Span[],
): number {
  const { startedAt, deadlineAt, submittedAt } = clock
  if (startedAt === null || submittedAt === null) return 0
  const secondsTo = (end: number) =>
    Math.max(0, Math.round((examTimeAt(pauses, end) - examTimeAt(pauses, startedAt)) / 1000))
  if (late != null && deadlineAt !== null) return secondsTo(deadlineAt.getTime() + late.seconds * 1000)
  const isSubmittedInTime = closedBy !== 'unattended' && phaseAt(clock, submittedAt) === 'in_time'
  if (isSubmittedInTime) return secondsTo(submittedAt.getTime())
  return secondsTo(Math.max(startedAt.getTime(), ...winners.map(({ received_at }) => received_at.getTime())))
}

interface End {
  closedBy: string
  late: Result['late']
  winners: StoredEvent[]
}

/** What a result says of how long its exam took; `attempt` is closed. */
export function timesOfExam(attempt: Attempt, { closedBy, late, winners }: End, pauses: readonly Pause[]) {
  return {
    durationSeconds: secondsUsed(attempt, attempt.submittedAt!, pauses),
    elapsedSeconds: secondsElapsed(attempt, closedBy, late, winners, pauses),
    late,
    ...ofResult(pauses),
  }
}

/** Of an exam's time: who ended within its last tenth had no time left, whatever still ran. */
export const lastPart = 0.1

/**
 * Whether its person had no time left, so that a blank end was not reached rather than left out: the submission, or the last answer
 * where nobody submitted, came within the last tenth of the exam's time. A training has no time that could run out.
 */
export function hasTimeRunOut(
  { startedAt, deadlineAt }: Pick<Attempt, 'startedAt' | 'deadlineAt'>,
  { elapsedSeconds }: { elapsedSeconds: number },
  pauses: readonly Span[],
): boolean {
  if (startedAt === null || deadlineAt === null) return true
  const seconds = (examTimeAt(pauses, deadlineAt) - examTimeAt(pauses, startedAt)) / 1000
  return elapsedSeconds >= (1 - lastPart) * seconds
}
