import type { Result, Score } from '#contract/result.ts'
import { differenceOf } from '../compare-attempts.ts'

/** An exam among those of its purchase, by the time of submitting. */
export interface Attempt {
  readonly id: string
  /** 1 for the first. */
  readonly number: number
  readonly at: string
  /** Null where the exam has no score; then none is drawn. */
  readonly score: Score | null
  readonly isThis: boolean
  /** By other rules than this result's score: shown, and compared with nothing. */
  readonly isOfOtherRules: boolean
}

/** Attempts drawn at most. A phone has no room to show more apart. */
const most = 12

/** The newest exams of a purchase, the oldest first. Empty with fewer than two scores, because there is no change to see. */
export function attemptsOver(result: Result, others: readonly Result[]): Attempt[] {
  const exams = [result, ...others]
    .filter(({ mode, submitted_at: at }) => mode === 'exam' && at != null)
    .toSorted((a, b) => Date.parse(a.submitted_at!) - Date.parse(b.submitted_at!))
  if (exams.filter(({ score }) => score != null).length < 2) return []
  const attempts = exams.map(
    (each, index): Attempt => ({
      id: each.attempt_id,
      number: index + 1,
      at: each.submitted_at!,
      score: each.score ?? null,
      isThis: each === result,
      isOfOtherRules: result.score != null && each.score != null && modelOf(each.score) !== modelOf(result.score),
    }),
  )
  return attempts.slice(-most)
}

const modelOf = ({ model }: Score) => model ?? null

/** Whether this result differs from some other exam's by more than the errors of both; null where it is compared with none. */
export function differsFromSome(result: Result, others: readonly Result[]): boolean | null {
  const certainties = others
    .filter(({ mode }) => mode === 'exam')
    .map((other) => differenceOf(result, other)?.isCertain ?? null)
    .filter((isCertain) => isCertain !== null)
  return certainties.length === 0 ? null : certainties.includes(true)
}
