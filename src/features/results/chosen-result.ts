import type { SubmissionReply } from '#contract/exam.ts'
import type { Result } from '#contract/result.ts'
import type { ResultState } from '../../queries/result-state.ts'

/** A training's result as this browser has kept it from the reply to its submission. */
export interface KeptResult {
  readonly attemptId: string
  readonly result: SubmissionReply
}

/** One result in full, and the others of its purchase. */
export interface ChosenResult {
  readonly result: Result
  readonly others: readonly Result[]
}

/**
 * The result that the address asks for by its attempt, or the newest (attempt null), which an attempt without a grade has
 * not. What this browser has kept is shown where the server has no list of results, or has not answered. Null when
 * neither has it.
 */
export function chosenResult(
  state: ResultState | undefined,
  kept: KeptResult | null,
  attempt: string | null,
): ChosenResult | null {
  const newest = state?.kind === 'results' ? [state.newest] : []
  const list = state !== undefined && 'earlier' in state ? [...newest, ...state.earlier] : newest
  const listed = attempt === null ? newest[0] : list.find(({ attempt_id }) => attempt_id === attempt)
  if (listed !== undefined) return { result: listed, others: list.filter((other) => other !== listed) }
  const isKeptMeant = kept !== null && (kept.attemptId === attempt || (attempt === null && state?.kind === 'none'))
  return isKeptMeant ? { result: resultOf(kept), others: list } : null
}

/** Another server may say less than ours; the rest is left out. */
function resultOf({ attemptId, result }: KeptResult): Result {
  return { ...result, status: 'completed', attempt_id: attemptId, mode: 'training' }
}
