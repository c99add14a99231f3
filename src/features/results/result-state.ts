import type { HandInReply } from '#contract/exam.ts'
import type { Result } from '#contract/result.ts'

/** What a purchase's result page has to show. `earlier` are the results that stand, whatever became of the newest attempt. */
export type ResultState =
  | { readonly kind: 'results'; readonly newest: Result; readonly earlier: readonly Result[] }
  | { readonly kind: 'processing'; readonly attemptId: string | null; readonly earlier: readonly Result[] }
  /** Handed in and graded by a server that tells no more than this. */
  | { readonly kind: 'bare'; readonly message: string; readonly correct: number | null; readonly total: number | null }
  | {
      readonly kind: 'failed'
      readonly message: string
      readonly status: 'error' | 'expired'
      readonly earlier: readonly Result[]
    }
  | { readonly kind: 'none' }

/** The list of results (ours, the newest first) beside the state of the newest grading; either may be unknown. */
export function resultState(list: readonly Result[] | null, grading: HandInReply | null): ResultState {
  if (grading !== null) {
    const earlier = list ?? []
    if (grading.status === 'processing' || grading.status === 'processing_started') {
      return { kind: 'processing', attemptId: grading.attempt_id ?? null, earlier }
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

/** Both were asked for at once: a grade that came in between is not in the list, whose first result is that of an earlier attempt. */
function withGrade(list: readonly Result[], grading: HandInReply | null): readonly Result[] {
  if (grading === null || !isResult(grading)) return list
  if (list.some(({ attempt_id }) => attempt_id === grading.attempt_id)) return list
  const isLater = ({ submitted_at }: Result) => (submitted_at ?? '') > (grading.submitted_at ?? '')
  return [...list.filter(isLater), grading, ...list.filter((result) => !isLater(result))]
}

function bare(grading: HandInReply): ResultState {
  const message = 'message' in grading ? (grading.message ?? '') : ''
  const correct = 'correct' in grading ? (grading.correct ?? null) : null
  const total = 'total' in grading ? (grading.total ?? null) : null
  return { kind: 'bare', message, correct, total }
}

function isResult(reply: HandInReply): reply is Result {
  return reply.status === 'completed' && reply.attempt_id != null && ('total' in reply || 'score' in reply)
}
