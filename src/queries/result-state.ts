import type { SubmissionReply } from '#contract/exam.ts'
import type { Result } from '#contract/result.ts'

export interface ResultInWork {
  readonly kind: 'processing'
  readonly attemptId: string | null
  readonly earlier: readonly Result[]
  readonly asked: number
  /** The server's signed receipt of the submission, if this browser has it. */
  readonly receipt: string | null
  /** The last poll got a page in place of JSON. */
  readonly isPage: boolean
}

/** What a purchase's result page shows. The `earlier` results stay valid, whatever became of the newest attempt. */
export type ResultState =
  | { readonly kind: 'results'; readonly newest: Result; readonly earlier: readonly Result[] }
  | ResultInWork
  /** Submitted, and graded by a server that returns only these fields. */
  | { readonly kind: 'bare'; readonly message: string; readonly correct: number | null; readonly total: number | null }
  | {
      readonly kind: 'failed'
      readonly message: string
      readonly status: 'error' | 'expired'
      readonly earlier: readonly Result[]
    }
  | { readonly kind: 'none' }

/** Combines the list of results (ours, newest first) with the state of the newest grading; either may be unknown. */
export function resultState(list: readonly Result[] | null, grading: SubmissionReply | null): ResultState {
  if (grading !== null) {
    const earlier = list ?? []
    if (grading.status === 'processing' || grading.status === 'processing_started') {
      return inWork({ attemptId: grading.attempt_id ?? null, earlier })
    }
    if (grading.status === 'error' || grading.status === 'expired') {
      const message = 'message' in grading ? (grading.message ?? '') : ''
      return { kind: 'failed', message, status: grading.status, earlier }
    }
  }
  const [newest, ...earlier] = withGrade(list ?? [], grading)
  if (newest !== undefined) return { kind: 'results', newest, earlier }
  return grading === null ? { kind: 'none' } : bare(grading)
}

/** The state before the first poll. */
export function inWork(
  known: Pick<ResultInWork, 'attemptId' | 'earlier'> & Partial<Pick<ResultInWork, 'asked' | 'receipt'>>,
): ResultInWork {
  return { kind: 'processing', asked: 0, receipt: null, isPage: false, ...known }
}

/** Adds a grade that came between the two replies: the list lacks it and begins with an earlier attempt. */
function withGrade(list: readonly Result[], grading: SubmissionReply | null): readonly Result[] {
  if (grading === null || !isResult(grading)) return list
  if (list.some(({ attempt_id }) => attempt_id === grading.attempt_id)) return list
  const isLater = ({ submitted_at }: Result) => (submitted_at ?? '') > (grading.submitted_at ?? '')
  return [...list.filter(isLater), grading, ...list.filter((result) => !isLater(result))]
}

function bare(grading: SubmissionReply): ResultState {
  const message = 'message' in grading ? (grading.message ?? '') : ''
  const correct = 'correct' in grading ? (grading.correct ?? null) : null
  const total = 'total' in grading ? (grading.total ?? null) : null
  return { kind: 'bare', message, correct, total }
}

function isResult(reply: SubmissionReply): reply is Result {
  return reply.status === 'completed' && reply.attempt_id != null && ('total' in reply || 'score' in reply)
}
