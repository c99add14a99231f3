import type { Result, Score } from '#contract/result.ts'

/** A result that may be shown to others as a picture. Its score always has an interval. */
export interface Shareable {
  attemptId: string
  testTitle: string | null
  score: Score
  submittedAt: string | null
  isLate: boolean
}

/** The part of a result that may be shown; null for a training, a withheld score and a score without a valid interval. */
export function shareableOf({
  attempt_id: attemptId,
  mode,
  score,
  test,
  submitted_at: at,
  late,
}: Result): Shareable | null {
  if (mode !== 'exam' || score == null) return null
  const { iq, low, high } = score
  const hasInterval = [iq, low, high].every(Number.isFinite) && low < high && low <= iq && iq <= high
  if (!hasInterval) return null
  return { attemptId, testTitle: test?.title ?? null, score, submittedAt: at ?? null, isLate: late != null }
}
