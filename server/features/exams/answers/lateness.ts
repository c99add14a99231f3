import type { Pause } from '../../../db/stored-pauses.ts'
import type { Result } from '#contract/result.ts'
import { type StoredEvent, winnersOf } from './answer-events.ts'
import type { Attempt } from '../attempt.ts'
import { phaseAt, secondsUsed } from '../attempt-clock.ts'
import { examTimeAt, type Span } from '../exam-time.ts'
import { ofResult } from '../pauses.ts'

interface Ending {
  deadlineAt: Date | null
  /** How many answers had arrived in time. */
  inTime: number
}

/**
 * The lateness that a result states: the seconds, and how many answers had arrived in time; null if all did. Only a winning
 * answer can be late: a submission that a phone sends when it wakes up, and that brings nothing new, changes nothing.
 */
export function latenessOf({ deadlineAt, inTime }: Ending, winners: StoredEvent[]): Result['late'] {
  if (deadlineAt === null) return null
  const late = winners.filter((event) => !isInTime({ deadlineAt }, event)).map(({ received_at }) => received_at)
  if (late.length === 0) return null
  return { seconds: Math.round((Math.max(...late.map(Number)) - deadlineAt.getTime()) / 1000), in_time: inTime }
}

/** Counts the questions that had an answer in time among these events, even if a late one replaced it. */
export function inTimeOf(attempt: Pick<Attempt, 'deadlineAt'>, events: readonly StoredEvent[]): number {
  const holding = winnersOf(events.filter((event) => isInTime(attempt, event)))
  return holding.filter(({ value }) => value !== null).length
}

/** An answer that was in time on arrival stays in time. After the exam has closed, the deadline alone decides. */
const isInTime = (attempt: Pick<Attempt, 'deadlineAt'>, { phase, received_at }: StoredEvent) =>
  phase === 'in_time' || (phase === 'after_close' && phaseAt(attempt, received_at) === 'in_time')

type Clock = Pick<Attempt, 'startedAt' | 'deadlineAt' | 'submittedAt'>

/**
 * Seconds of the exam's time from the start to the real end: the submission or, if nobody submitted in time, the latest
 * winning answer. `late` is the result of `latenessOf` for the same ending.
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

/** The times that a result states; `attempt` is closed. */
export function timesOfExam(attempt: Attempt, { closedBy, late, winners }: End, pauses: readonly Pause[]) {
  return {
    durationSeconds: secondsUsed(attempt, attempt.submittedAt!, pauses),
    elapsedSeconds: secondsElapsed(attempt, closedBy, late, winners, pauses),
    late,
    ...ofResult(pauses),
  }
}

/** A part of the exam's time. A person whose exam ended within this last part had no time left, even if the clock still ran. */
export const lastPart = 0.1

/**
 * Whether the person had no time left, so that a blank end was not reached rather than left out: the submission, or the last
 * answer if nobody submitted in time, came within the last tenth of the exam's time. True for a training, which has no clock.
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
