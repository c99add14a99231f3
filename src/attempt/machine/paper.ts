import type { ExamAttempt, ExamMeta } from '#contract/exam.ts'
import type { Pauses } from '#contract/pause.ts'
import type { Question } from '#contract/question.ts'
import { type ExamPauses, hearPauses } from './pauses.ts'

/**
 * What the server says of an attempt besides its paper. Where a server says nothing, `bareInfo` has no clock, no ticket and
 * no key, so all code after this file knows one shape only. Times are milliseconds since 1970 by the server's clock.
 */
export interface AttemptInfo {
  readonly attemptId: string | null
  /** The server raises it when a device takes the attempt over. */
  readonly epoch: number
  /** Whether the server is known to have started the clock. */
  readonly begun: boolean
  readonly duration: number | null
  readonly deadlineAt: number | null
  readonly lateUntil: number | null
  readonly submissionKey: string | null
  /** Lets answers of this attempt be delivered without a session; null where only the Bearer can. */
  readonly ticket: string | null
  /** Absent for a server that knows no pauses. */
  readonly pauses?: ExamPauses | undefined
}

export interface Paper {
  readonly attemptInfo: AttemptInfo
  readonly questions: readonly Question[]
  readonly test: ExamMeta['test']
}

/** The info for a server that knows no attempts: begun as soon as it is there, and no clock runs. */
const bareInfo: AttemptInfo = {
  attemptId: null,
  epoch: 0,
  begun: true,
  duration: null,
  deadlineAt: null,
  lateUntil: null,
  submissionKey: null,
  ticket: null,
}

/** The paper in a reply, or null when the reply has no questions (S4.12: a non-empty list is a paper, whatever its status). */
export function paperOf(meta: Pick<ExamMeta, 'questions' | 'attempt' | 'test'>): Paper | null {
  if (meta.questions == null || meta.questions.length === 0) return null
  return {
    attemptInfo: meta.attempt == null ? bareInfo : readInfo(meta.attempt),
    questions: meta.questions,
    test: meta.test,
  }
}

function readInfo(attempt: ExamAttempt): AttemptInfo {
  const info: AttemptInfo = {
    attemptId: attempt.id,
    epoch: attempt.epoch,
    begun: attempt.started_at != null,
    duration: attempt.duration_seconds * 1000,
    deadlineAt: readInstant(attempt.deadline_at),
    lateUntil: readInstant(attempt.late_until),
    submissionKey: attempt.submission_key,
    ticket: attempt.ticket,
  }
  return hearPauses(info, attempt.pauses, attempt.state === 'paused', readInstant(attempt.server_time) ?? undefined)
}

/** What a later reply says of the same attempt. */
export interface AttemptInfoUpdate {
  readonly epoch: number
  readonly started_at?: string | null | undefined
  readonly deadline_at?: string | null | undefined
  readonly late_until?: string | null | undefined
  readonly state?: string | undefined
  readonly pauses?: Pauses
}

/**
 * The info after a later reply, `at` a moment of the server's own clock. What the reply leaves out stays, and so does the
 * epoch, which only a take-over changes. If nothing is new, returns the same object: a changed one is written to the disk.
 */
export function withUpdate(info: AttemptInfo, update: AttemptInfoUpdate, at?: number): AttemptInfo {
  const begun = info.begun || update.started_at != null
  // The older of two replies may come last. It would uncover the paper in a pause that the server has counted.
  if (at !== undefined && at < (info.pauses?.heardAt ?? 0)) return begun === info.begun ? info : { ...info, begun }
  const deadlineAt = readInstant(update.deadline_at) ?? info.deadlineAt
  const lateUntil = readInstant(update.late_until) ?? info.lateUntil
  const isKnown = begun === info.begun && deadlineAt === info.deadlineAt && lateUntil === info.lateUntil
  const heard = isKnown ? info : { ...info, begun, deadlineAt, lateUntil }
  return hearPauses(heard, update.pauses, update.state === 'paused', at)
}

/** Reads a moment: milliseconds since 1970, or null if `text` is absent or no date. */
export function readInstant(text: string | null | undefined): number | null {
  const instant = text == null ? Number.NaN : Date.parse(text)
  return Number.isNaN(instant) ? null : instant
}
