import type { AttemptFrame, ExamMeta } from '#contract/exam.ts'
import type { Question } from '#contract/question.ts'

/**
 * The frame of an attempt as the exam runs in it. A server that sends none gets one made here: no clock, no ticket, no
 * key; everything after this file knows one shape only. Times are milliseconds since 1970 by the server's clock.
 */
export interface ExamFrame {
  readonly attemptId: string | null
  /** Raised by the server when another device takes over. */
  readonly epoch: number
  /** Whether the server is known to have started the clock. */
  readonly begun: boolean
  readonly duration: number | null
  readonly deadlineAt: number | null
  readonly lateUntil: number | null
  readonly submissionKey: string | null
  /** Lets answers of this attempt be delivered without a session; null where only the Bearer can. */
  readonly ticket: string | null
}

export interface Paper {
  readonly frame: ExamFrame
  readonly questions: readonly Question[]
  readonly test: ExamMeta['test']
}

/** The frame of a server that knows no attempts: begun as soon as it is there, and nobody's clock runs. */
const bareFrame: ExamFrame = {
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
    frame: meta.attempt == null ? bareFrame : readFrame(meta.attempt),
    questions: meta.questions,
    test: meta.test,
  }
}

function readFrame(attempt: AttemptFrame): ExamFrame {
  return {
    attemptId: attempt.id,
    epoch: attempt.epoch,
    begun: attempt.started_at != null,
    duration: attempt.duration_seconds * 1000,
    deadlineAt: readInstant(attempt.deadline_at),
    lateUntil: readInstant(attempt.late_until),
    submissionKey: attempt.submission_key,
    ticket: attempt.ticket,
  }
}

/** What a later reply says of the same attempt. */
export interface FrameNews {
  readonly epoch: number
  readonly started_at?: string | null | undefined
  readonly deadline_at?: string | null | undefined
  readonly late_until?: string | null | undefined
}

/**
 * The frame after the server spoke again; what it left out stays as it was. The epoch is taken only by a take-over. Where
 * it has said nothing new it is the same object: a changed one is written to the disk.
 */
export function withNews(frame: ExamFrame, news: FrameNews): ExamFrame {
  const begun = frame.begun || news.started_at != null
  const deadlineAt = readInstant(news.deadline_at) ?? frame.deadlineAt
  const lateUntil = readInstant(news.late_until) ?? frame.lateUntil
  const isKnown = begun === frame.begun && deadlineAt === frame.deadlineAt && lateUntil === frame.lateUntil
  return isKnown ? frame : { ...frame, begun, deadlineAt, lateUntil }
}

/** Milliseconds since 1970, or null for nothing and for what is no date. */
export function readInstant(text: string | null | undefined): number | null {
  const instant = text == null ? Number.NaN : Date.parse(text)
  return Number.isNaN(instant) ? null : instant
}
