import { startAfterDeliverySeconds } from '#contract/exam.ts'
import type { Attempt } from './attempt.ts'
import { examTimeAt, type Span } from './exam-time.ts'

/** An answer that arrives within this many seconds after the deadline is in time: the network's share. */
export const graceSeconds = 30
/** Seconds that a call may be under way (decision 0035): a call from before the deadline arrives within this time, or never. */
export const travelSeconds = 120
/** The ticket outlives `late_until` by this many days, so that no answer a device still holds is refused. */
export const ticketDaysAfterLate = 7
/** A built paper that nobody fetches, and a build that never ends, expire after this many minutes. */
export const buildExpiryMinutes = 15
/** The server announces a pause's end this many seconds before the pause ends by itself. */
export const announceSeconds = 30
/** Grading that has not ended after this many minutes has lost its job. */
export const gradingExpiryMinutes = 10

const second = 1000
const minute = 60 * second
const day = 24 * 60 * minute

type ClockParts = Pick<
  Attempt,
  'mode' | 'state' | 'durationSeconds' | 'lateSeconds' | 'createdAt' | 'builtAt' | 'deliveredAt' | 'processingSince'
> &
  Pick<Attempt, 'deadlineAt' | 'lateUntil' | 'pausedUntil'>

/** The effect of time alone on an attempt by `now`. */
export type Lapse =
  | { kind: 'nothing' }
  | { kind: 'started'; at: Date }
  | { kind: 'resumed'; at: Date }
  | { kind: 'unattended' }
  | { kind: 'build-expired' }
  | { kind: 'results-expired' }

/** In SQL, `isDue` of exam-jobs.ts finds the attempts that are due, and begin-at-once.ts those that have not `started`. */
export function lapseOf(attempt: ClockParts, now: Date): Lapse {
  const passed = (since: Date | null, milliseconds: number) =>
    since !== null && now.getTime() >= since.getTime() + milliseconds
  switch (attempt.state) {
    case 'building':
      return passed(attempt.createdAt, buildExpiryMinutes * minute) ? { kind: 'build-expired' } : { kind: 'nothing' }
    case 'ready':
      if (attempt.deliveredAt === null) {
        return passed(attempt.builtAt, buildExpiryMinutes * minute) ? { kind: 'build-expired' } : { kind: 'nothing' }
      }
      return passed(attempt.deliveredAt, startAfterDeliverySeconds * second)
        ? { kind: 'started', at: new Date(attempt.deliveredAt.getTime() + startAfterDeliverySeconds * second) }
        : { kind: 'nothing' }
    case 'open':
      return passed(attempt.lateUntil, 0) ? { kind: 'unattended' } : { kind: 'nothing' }
    case 'paused':
      return passed(attempt.pausedUntil, 0) ? { kind: 'resumed', at: attempt.pausedUntil! } : { kind: 'nothing' }
    case 'submitted':
      return passed(attempt.processingSince, gradingExpiryMinutes * minute)
        ? { kind: 'results-expired' }
        : { kind: 'nothing' }
    default:
      return { kind: 'nothing' }
  }
}

/**
 * The clock's marks for a start at `at`. A training has none. Without a late allowance the exam still stays open for the
 * grace, because an answer within it is in time. begin-at-once.ts says the same in SQL.
 */
export function startMarks(attempt: Pick<Attempt, 'mode' | 'durationSeconds' | 'lateSeconds'>, at: Date) {
  if (attempt.mode === 'training') return { startedAt: at, deadlineAt: null, lateUntil: null }
  const deadlineAt = new Date(at.getTime() + attempt.durationSeconds * second)
  const lateSeconds = Math.max(attempt.lateSeconds, graceSeconds)
  return { startedAt: at, deadlineAt, lateUntil: new Date(deadlineAt.getTime() + lateSeconds * second) }
}

/** Whether an answer that arrives at `now` is in time or late. */
export function phaseAt(attempt: Pick<Attempt, 'deadlineAt'>, now: Date): 'in_time' | 'late' {
  if (attempt.deadlineAt === null) return 'in_time'
  return now.getTime() <= attempt.deadlineAt.getTime() + graceSeconds * second ? 'in_time' : 'late'
}

/**
 * How an answer arrived. Scored: `in_time`, `late`, and `late_whole` (late, by a call that brought all that its device held).
 * Kept and not scored: `after_end` (given after the end, as the server itself knows) and `after_close`.
 */
export type Phase = 'in_time' | 'late' | 'late_whole' | 'after_end' | 'after_close'

export interface Arrival {
  now: Date
  /** The call brings all that its device holds and the server has not acknowledged. */
  isWhole: boolean
  /** An earlier call of the same device was `late_whole`. */
  hasSentAll: boolean
}

/**
 * The phase of an answer that the server receives for the first time, with the deadline D. The server knows that it was given
 * after the end if an earlier call of its device came more than `travelSeconds` after D and brought all that the device held,
 * but not this answer: that call was made after D, and the answer later still. A device that was offline since before D may
 * have given in time all that its first call brings: it counts, as late. A stored event keeps its phase.
 */
export function phaseOfArrival(
  attempt: Pick<Attempt, 'deadlineAt' | 'isOpen'>,
  { now, isWhole, hasSentAll }: Arrival,
): Phase {
  if (!attempt.isOpen) return 'after_close'
  if (phaseAt(attempt, now) === 'in_time') return 'in_time'
  if (hasSentAll) return 'after_end'
  const isMadeAfterEnd = now.getTime() > attempt.deadlineAt!.getTime() + travelSeconds * second
  return isWhole && isMadeAfterEnd ? 'late_whole' : 'late'
}

/** Whether the attempt's ticket is still accepted at `now`. */
export function ticketIsAlive(attempt: Pick<Attempt, 'lateUntil'>, now: Date): boolean {
  return attempt.lateUntil === null || now.getTime() < attempt.lateUntil.getTime() + ticketDaysAfterLate * day
}

/**
 * When an exam was taken, for texts that name its day or month: its submission or, if nobody submitted, its start. The server
 * closes an exam that nobody submitted only after the late allowance, perhaps days later.
 */
export function takenAt(attempt: Pick<Attempt, 'startedAt' | 'submittedAt'>, closedBy: string | null): Date | null {
  return closedBy === 'unattended' ? (attempt.startedAt ?? attempt.submittedAt) : attempt.submittedAt
}

/** Seconds that the person used, without pauses: from start to submission, never more than the exam had. */
export function secondsUsed(
  attempt: Pick<Attempt, 'startedAt' | 'deadlineAt'>,
  submittedAt: Date,
  pauses: readonly Span[],
): number {
  if (attempt.startedAt === null) return 0
  const end = attempt.deadlineAt === null ? submittedAt : new Date(Math.min(+submittedAt, +attempt.deadlineAt))
  return Math.max(0, Math.round((examTimeAt(pauses, end) - examTimeAt(pauses, attempt.startedAt)) / second))
}
