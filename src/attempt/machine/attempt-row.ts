import type { Step } from '#contract/timing.ts'
import type { AttemptInfo } from './paper.ts'

/** Written into every row, so that a later release can tell what it reads. */
export const rowFormat = 1

export type Mode = 'exam' | 'training'

/**
 * opening: the start_key is stored, no paper yet · open: the paper is here · closed: submitted, the store of submissions has the
 * bytes · done: the server has taken it · given-up: the attempt failed before or after the server took it.
 */
export type AttemptRowState = 'opening' | 'open' | 'closed' | 'done' | 'given-up'

/**
 * One attempt as this browser keeps it: a format, which later releases read. Times are milliseconds; `At` by this device's clock
 * unless the name says server.
 */
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
  /** Releases before this one asked about the grading here; the submission's row has the count now. */
  readonly resultsAsked: number
  readonly cacheKey: string | null
  readonly frame: AttemptInfo | null
  /** The epoch under which answers are given here; that in `frame` moves on when another device takes over. */
  readonly epoch: number
  /** server − device clock, when last heard. */
  readonly clockOffset: number
  readonly position: number
  readonly flags: readonly string[]
  /** The lease. Raised by every tab that takes the writing over; a write under a lower one is refused. */
  readonly claim: number
  /** When it was first found to be over and nothing of it unsent; absent before. Dates its removal. */
  readonly overSince?: number
  /** What was shown and answered when, and the wall clock at the last step. Absent before any, and of trainings. */
  readonly timing?: { readonly steps: readonly Step[]; readonly wall: number }
}
