import type { OwnedTest } from '#contract/purchase.ts'
import { isUsable } from '#contract/purchase-use.ts'
import type { RunningExam } from '../../../running-exam/find-running-exam.ts'

export type LastResult = NonNullable<OwnedTest['last_result']>

/**
 * What matters most to this person now. running: an exam's clock runs · result: the newest of their exams · ready: they have
 * a test and have taken no exam yet · first: they have nothing.
 */
export type HomeState =
  | { readonly kind: 'running'; readonly exam: RunningExam }
  | { readonly kind: 'result'; readonly purchase: OwnedTest; readonly result: LastResult }
  | { readonly kind: 'ready'; readonly purchase: OwnedTest }
  | { readonly kind: 'first' }

/** `now`: milliseconds since 1970. */
export function homeState(exam: RunningExam | null, owned: readonly OwnedTest[], now = Date.now()): HomeState {
  if (exam !== null) return { kind: 'running', exam }
  const newest = owned
    .flatMap((purchase) => (purchase.last_result == null ? [] : [{ purchase, result: purchase.last_result }]))
    .sort((a, b) => momentOf(b.result).localeCompare(momentOf(a.result)))[0]
  if (newest !== undefined) return { kind: 'result', ...newest }
  const purchase = owned.find((candidate) => canTake(candidate, now))
  return purchase === undefined ? { kind: 'first' } : { kind: 'ready', purchase }
}

/** Whether an exam of it is left to be taken. */
export function canTake(purchase: OwnedTest, now = Date.now()): boolean {
  return purchase.exam_attempts_left !== 0 && isUsable(purchase, now)
}

const momentOf = ({ submitted_at }: LastResult) => submitted_at ?? ''
