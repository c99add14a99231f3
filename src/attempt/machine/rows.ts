import type { SubmissionReply } from '#contract/exam.ts'
import type { Answer, AnswerEvent } from '#contract/question.ts'
import type { Step } from '#contract/timing.ts'
import type { SyncState } from './acknowledged.ts'
import type { AttemptInfo, Paper } from './paper.ts'
import type { NotedPause } from './pauses.ts'

/** Written into every row, so that a later release can tell what it reads. */
export const rowFormat = 1

export type Mode = 'exam' | 'training'

/**
 * opening: the start_key is stored, no paper yet · open: the paper is here · closed: submitted, `outbox` has the
 * bytes · done: the server has taken it · given-up: the attempt failed before or after the server took it.
 */
export type AttemptRowState = 'opening' | 'open' | 'closed' | 'done' | 'given-up'

/** One attempt as this browser keeps it; later releases read it. Times: ms, this device's clock; in `frame` the server's. */
export interface AttemptRow {
  readonly format: number
  readonly draftId: string
  readonly ownerId: string
  readonly purchaseId: string
  readonly mode: Mode
  readonly state: AttemptRowState
  readonly createdAt: number
  /** The key of the click that started it; null when an attempt that was open already was fetched. */
  readonly startKey: string | null
  readonly building: boolean
  readonly buildAsked: number
  /** Earlier releases counted the asks about the grading here; the submission's row has the count now. */
  readonly resultsAsked: number
  readonly cacheKey: string | null
  readonly frame: AttemptInfo | null
  /** The epoch under which answers are given here. An answer that another tab has kept may raise it above that in `frame`. */
  readonly epoch: number
  /** server − device clock in ms, when last heard. */
  readonly clockOffset: number
  readonly position: number
  readonly flags: readonly string[]
  /** The lease. Every tab that takes the writing over raises it, and a write under another number is refused. */
  readonly claim: number
  /** When the attempt was first found to be over with nothing unsent; absent before. Dates its removal. */
  readonly overSince?: number
  /** What was shown and answered when, and the wall clock at the last step. Absent before the first step, and for trainings. */
  readonly timing?: { readonly steps: readonly Step[]; readonly wall: number }
}

export interface PaperRow {
  readonly format: number
  readonly draftId: string
  readonly questions: Paper['questions']
  readonly test: Paper['test']
}

/** One question's answer: what was changed here, what the server showed, what it acknowledged. */
export interface AnswerRow extends SyncState {
  readonly format: number
  readonly draftId: string
  readonly questionId: string
  readonly seen: AnswerEvent | null
}

export function blankAnswer(draftId: string, questionId: string): AnswerRow {
  return { format: rowFormat, draftId, questionId, own: null, seen: null, mark: null }
}

export interface FactRow {
  readonly format: number
  readonly name: string
  readonly value: string
}

/** The body of a submission, sent again and again as the same bytes: its keys keep their order. */
export interface SubmissionBody {
  readonly answers: Answer[]
  readonly submission_key?: string
  readonly ticket?: string
  readonly events?: AnswerEvent[]
  readonly timing?: Step[]
}

/** waiting: to be sent · accepted: the server grades it · graded · refused: kept, and a person must decide. */
export type SubmissionRowState = 'waiting' | 'accepted' | 'graded' | 'refused'

export interface SubmissionRow {
  readonly format: number
  readonly draftId: string
  readonly ownerId: string
  readonly purchaseId: string
  readonly mode: Mode
  readonly attemptId: string | null
  readonly title: string
  readonly body: SubmissionBody
  readonly madeAt: number
  readonly state: SubmissionRowState
  /** Sends that were begun. Above 0, the server may have the submission already. */
  readonly tries: number
  /** No try before this moment, except by a wake-up (the network came back, the person asked). */
  readonly nextTryAt: number
  /** No try before this moment at all: the server said so. */
  readonly notBefore: number
  readonly problem: { readonly code: string; readonly message: string } | null
  /** The server's signed statement that it has the answers. */
  readonly receipt: string | null
  /**
   * What a server without keys said of this purchase's grading before the first send. A result that it had already is no
   * proof of this submission. null until the server is asked; absent if a key makes it needless.
   */
  readonly before?: string | null
  /** The ticket has ended: only the owner's session can deliver it now. Absent before. */
  readonly ownersOnly?: true
  /** How often the page of the result has asked about the grading. Absent before the first ask. */
  readonly resultsAsked?: number
  /** Whether nobody answered the last try; absent before the first try that failed. */
  readonly unanswered?: boolean
  /** Whether the last try was cut off although the server was there; absent before any slow try. */
  readonly slow?: boolean
  /** Whether this browser could not make the last try, because something that sending needs threw. Absent before any. */
  readonly broken?: boolean
  /** How many tries were slow. Absent before any. */
  readonly slowTries?: number
  /** Why the server did not take the last try yet, in its own words; '' or absent when it gave none. */
  readonly said?: string
  /** Which build of the app heard the refusal ('' in the worker), and when, by this device's clock. Absent before any. */
  readonly refusedBy?: string
  readonly refusedAt?: number
  /** When the server took it, by this device's clock: another server gives no receipt that says so. Absent before. */
  readonly takenAt?: number
  /** A training's result, as its submission was answered: another server tells it only once. */
  readonly result?: SubmissionReply
  /** Pauses of the exam that the server may not know, sent before the submission. By this device's clock; absent for none. */
  readonly pauses?: readonly NotedPause[]
}

export interface NewSubmission {
  readonly body: SubmissionBody
  readonly title: string
  /** By this device's clock, milliseconds since 1970. */
  readonly now: number
  readonly pauses?: readonly NotedPause[] | undefined
}

export function newSubmission(attempt: AttemptRow, { body, title, now, pauses = [] }: NewSubmission): SubmissionRow {
  const { draftId, ownerId, purchaseId, mode, frame } = attempt
  return {
    format: rowFormat,
    draftId,
    ownerId,
    purchaseId,
    mode,
    attemptId: frame?.attemptId ?? null,
    title,
    body,
    madeAt: now,
    state: 'waiting',
    tries: 0,
    nextTryAt: now,
    notBefore: 0,
    problem: null,
    receipt: null,
    ...(body.submission_key === undefined && { before: null }),
    ...(pauses.length > 0 && { pauses }),
  }
}
