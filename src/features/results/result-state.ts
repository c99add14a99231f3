import type { SubmitReply } from '#contract/exam.ts'
import type { Result } from '#contract/result.ts'

/** What a purchase's result page has to show. */
export type ResultState =
  | { readonly kind: 'results'; readonly newest: Result; readonly earlier: readonly Result[] }
  | { readonly kind: 'processing' }
  /** Handed in and graded by a server that tells nothing more. */
  | { readonly kind: 'bare' }
  | { readonly kind: 'failed'; readonly message: string; readonly status: 'error' | 'expired' }
  | { readonly kind: 'none' }

/** The list of results (ours, the newest first) beside the state of the newest grading; either may be unknown. */
export function resultState(list: readonly Result[] | null, grading: SubmitReply | null): ResultState {
  if (grading !== null) {
    if (grading.status === 'processing' || grading.status === 'processing_started') return { kind: 'processing' }
    if (grading.status === 'error' || grading.status === 'expired') {
      const message = 'message' in grading ? (grading.message ?? '') : ''
      return { kind: 'failed', message, status: grading.status }
    }
  }
  const newest = list?.[0] ?? (grading !== null && isResult(grading) ? grading : undefined)
  if (newest !== undefined) return { kind: 'results', newest, earlier: list?.slice(1) ?? [] }
  return grading === null ? { kind: 'none' } : { kind: 'bare' }
}

function isResult(reply: SubmitReply): reply is Result {
  return reply.status === 'completed' && 'attempt_id' in reply && ('total' in reply || 'score' in reply)
}
