import type { Receipt, Score } from '#contract/result.ts'
import { digest } from '../../secrets.ts'

interface Graded {
  correct: number
  total: number
  score: unknown
}

/**
 * What the receipt of a grade says: the digest of everything that was graded, and the figures in plain sight, so that a
 * person can read what was signed. `more` is what a re-score adds.
 */
export function gradedReceipt(attemptId: string, graded: Graded, at: Date, more: Partial<Receipt> = {}): Receipt {
  const { correct, total } = graded
  const score = graded.score as Score | null
  return {
    kind: 'graded',
    attempt_id: attemptId,
    digest: digest(JSON.stringify(graded)),
    at: at.toISOString(),
    version: 1,
    correct,
    total,
    ...(score !== null && { iq: score.iq, low: score.low, high: score.high }),
    ...more,
  }
}
