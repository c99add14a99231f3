import type { Result } from '#contract/result.ts'
import type { AnswerBook } from './answer-book.ts'
import type { Hand } from './exam-event.ts'
import type { ExamFailure } from './failure.ts'
import type { Paper } from './paper.ts'

/** A request for the paper is under way. `startKey` null asks for the attempt that is open already. */
export interface Opening {
  readonly phase: 'opening'
  readonly startKey: string | null
}

/** The server composes the paper. `asked` counts the asks that were sent; `cacheKey` says that the paper can be fetched. */
export interface Building {
  readonly phase: 'building'
  readonly asked: number
  readonly cacheKey: string | null
  readonly progress: number | null
  /** The last ask was answered by a page in place of JSON. */
  readonly isPage?: boolean
}

/** The paper is here, its clock does not run; first it is stored, then the server is told to begin. */
export interface Ready {
  readonly phase: 'ready'
  readonly paper: Paper
  readonly book: AnswerBook
  readonly stored: boolean
}

export interface Answering {
  readonly phase: 'answering'
  readonly paper: Paper
  readonly book: AnswerBook
  readonly position: number
  readonly flags: ReadonlySet<string>
  readonly hand: Hand
}

/** The draft is closed. `enqueued`: the bytes to send are in the outbox, so no later failure can lose them. */
export interface Submitting {
  readonly phase: 'submitting'
  readonly paper: Paper
  readonly book: AnswerBook
  readonly because: 'chosen' | 'deadline'
  readonly enqueued: boolean
}

export interface Scoring {
  readonly phase: 'scoring'
  readonly asked: number
  /** The last ask was answered by a page in place of JSON. */
  readonly isPage?: boolean
}

/** Graded. The result is null when it is known to exist but has to be read. */
export interface Finished {
  readonly phase: 'finished'
  readonly result: Result | null
}

/** The server has no attempt to open here; a result may exist. */
export interface NoOpenAttempt {
  readonly phase: 'no-open-attempt'
  readonly resultUrl: string | null
}

export interface Failed {
  readonly phase: 'failed'
  readonly failure: ExamFailure
}

/** Where an exam is. */
export type ExamSession =
  | Opening
  | Building
  | Ready
  | Answering
  | Submitting
  | Scoring
  | Finished
  | NoOpenAttempt
  | Failed

/** What the world must do next, in the imperative; null waits for the person (or for the end). */
export type ExamEffect =
  | { readonly type: 'open'; readonly startKey: string | null }
  | { readonly type: 'ask-build-status'; readonly attempt: number; readonly wait: number }
  | { readonly type: 'fetch-paper'; readonly cacheKey: string }
  | { readonly type: 'store-paper'; readonly paper: Paper }
  | { readonly type: 'begin' }
  | { readonly type: 'enqueue-submission' }
  | { readonly type: 'deliver' }
  | { readonly type: 'ask-results-status'; readonly attempt: number; readonly wait: number }

/** What the world must know to answer an event with a book: this device's name. */
export interface Device {
  readonly deviceId: string
}
