import { sideOf } from '#contract/iq-named.ts'
import type { Result, Score } from '#contract/result.ts'

/** The place of a result among the attempts of its kind (exam, training or practice), and the one before it. */
export interface AttemptPlace {
  /** 1 for the first. */
  readonly number: number
  readonly count: number
  readonly previous: Result | null
}

/** The place of a result among its purchase's attempts of the same kind, by time. Null where any mode or time is unknown. */
export function placeAmong(result: Result, others: readonly Result[]): AttemptPlace | null {
  const all = [result, ...others]
  if (all.some(({ mode, submitted_at: at }) => mode == null || at == null)) return null
  const isAlike = ({ mode, pace }: Result) => mode === result.mode && (pace ?? null) === (result.pace ?? null)
  const alike = all.filter(isAlike).toSorted((a, b) => momentOf(a) - momentOf(b))
  const index = alike.indexOf(result)
  return { number: index + 1, count: alike.length, previous: alike[index - 1] ?? null }
}

/** Whether this is an exam, and none of the others was submitted after it. False where the server does not say its mode. */
export function isNewestExam(result: Result, others: readonly Result[]): boolean {
  return result.mode === 'exam' && !others.some((other) => other.mode === 'exam' && momentOf(other) > momentOf(result))
}

const momentOf = ({ submitted_at: at }: Result) => Date.parse(at ?? '')

/** How two attempts differ: in points of IQ where their scores can be compared, else in the share of right answers (per cent). */
export interface Difference {
  readonly unit: 'iq' | 'share'
  /** Positive when the later one is better. */
  readonly by: number
  /** Whether the difference is greater than what both errors of measurement explain in 95 cases of 100; null when unknown. */
  readonly isCertain: boolean | null
}

/** Compares shares where scores are beyond the scale or by different rules. Null where shares are unknown too. */
export function differenceOf(later: Result, earlier: Result): Difference | null {
  const [score, before] = [later.score, earlier.score]
  if (score != null && before != null && isNumber(score) && isNumber(before) && modelOf(score) === modelOf(before)) {
    const by = score.iq - before.iq
    return { unit: 'iq', by, isCertain: Math.abs(by) > 1.96 * Math.hypot(errorOf(score), errorOf(before)) }
  }
  const [share, shareBefore] = [shareOf(later), shareOf(earlier)]
  return share === null || shareBefore === null ? null : { unit: 'share', by: share - shareBefore, isCertain: null }
}

const isNumber = (score: Score) => sideOf(score) === null
const modelOf = ({ model }: Score) => model ?? null

/**
 * The error of measurement in IQ points, without the part of `se` that the missing norm adds: it is the same in two papers of a
 * test, so it cancels in a difference. `reliability` gives the rest: 15² · (1 − reliability).
 */
function errorOf({ se, reliability }: Score): number {
  return reliability == null ? se : 15 * Math.sqrt(1 - reliability)
}

function shareOf({ correct, total }: Result): number | null {
  return correct == null || total == null || total === 0 ? null : Math.round((100 * correct) / total)
}
