import { type AnswerEntry, openBook } from './answer-book.ts'
import type { ExamSession } from './exam-phase.ts'
import type { Paper } from './paper.ts'

/** How a submission that was written to the outbox stands. */
export type SubmissionState =
  | { readonly state: 'waiting' }
  /** The server took it and grades it. */
  | { readonly state: 'accepted' }
  | { readonly state: 'graded' }
  | { readonly state: 'refused'; readonly code: string; readonly message: string }

/** What a device has kept of one attempt. */
export interface KeptAttempt {
  readonly startKey: string | null
  /** GET exam-meta has answered that the paper is being built. */
  readonly building: boolean
  /** How many asks were sent, so that a reload does not begin again at none. */
  readonly buildAsked: number
  readonly resultsAsked: number
  readonly cacheKey: string | null
  readonly paper: Paper | null
  readonly deviceId: string
  readonly epoch: number
  readonly entries: Iterable<[string, AnswerEntry]>
  readonly position: number
  readonly flags: readonly string[]
  readonly submission: SubmissionState | null
}

/** Where an exam goes on after a reload, a killed browser or a closed tab. */
export function resumeSession(kept: KeptAttempt): ExamSession {
  if (kept.submission !== null && kept.submission.state !== 'waiting') return handedIn(kept, kept.submission)
  if (kept.paper === null) {
    if (!kept.building) return { phase: 'opening', startKey: kept.startKey }
    return { phase: 'building', asked: kept.buildAsked, cacheKey: kept.cacheKey, progress: null }
  }
  const { paper } = kept
  const entries = [...kept.entries]
  const book = openBook(kept.deviceId, grantedEpoch(kept.epoch, entries), entries)
  if (kept.submission !== null) return { phase: 'submitting', paper, book, because: 'chosen', enqueued: true }
  if (!paper.frame.begun && book.entries.size === 0) return { phase: 'ready', paper, book, stored: true }
  return { phase: 'answering', paper, book, position: kept.position, flags: new Set(kept.flags), hand: 'here' }
}

/**
 * The epoch under which to go on. A take-over that the browser did not write down is known by the answers that were given
 * after it: under an earlier epoch the next ones would lose to them.
 */
function grantedEpoch(kept: number, entries: readonly [string, AnswerEntry][]): number {
  return Math.max(kept, ...entries.map(([, { own }]) => own?.epoch ?? 0))
}

function handedIn(kept: KeptAttempt, submission: Exclude<SubmissionState, { state: 'waiting' }>): ExamSession {
  if (submission.state === 'graded') return { phase: 'finished', result: null }
  if (submission.state === 'accepted') return { phase: 'scoring', asked: kept.resultsAsked }
  const { code, message } = submission
  return { phase: 'failed', failure: { kind: 'needs-attention', code, message } }
}
