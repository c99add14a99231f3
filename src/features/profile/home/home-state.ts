import { type Test, testTypes } from '#contract/catalog.ts'
import type { OwnedTest } from '#contract/purchase.ts'
import { hasExamLeft } from '#contract/purchase-use.ts'
import type { NamedScore } from '#contract/iq-named.ts'
import { serverNow } from '../../../http/server-clock.ts'
import type { RunningExam } from '../../../attempt/submissions/running-exam.ts'

export type LastResult = NonNullable<OwnedTest['last_result']>

export interface ExamOf {
  readonly purchase: OwnedTest
  readonly result: LastResult
}

/**
 * What matters most to this person now. running: exams with running clocks, the first to end first · result: the newest exam with
 * a score; `newer`: a newer one without a score; `other`: another test with an exam left, preferably paid and of a new kind ·
 * ready: owned, no exam taken yet · first: nothing owned.
 */
export type HomeState =
  | { readonly kind: 'running'; readonly exams: readonly RunningExam[] }
  | {
      readonly kind: 'result'
      readonly purchase: OwnedTest
      readonly result: LastResult
      readonly newer: ExamOf | null
      readonly other: OwnedTest | null
    }
  | { readonly kind: 'ready'; readonly purchase: OwnedTest }
  | { readonly kind: 'first' }

/** `now`: milliseconds since 1970. */
export function homeState(running: readonly RunningExam[], owned: readonly OwnedTest[], now = serverNow()): HomeState {
  if (running.length > 0) return { kind: 'running', exams: running }
  const exams = owned.flatMap(examsOf).sort((a, b) => momentOf(b.result).localeCompare(momentOf(a.result)))
  // An exam without a number does not hide the newest number.
  const shown = exams.find(({ result }) => result.iq != null) ?? exams[0]
  const untaken = owned.filter((candidate) => hasExamLeft(candidate, now))
  if (shown !== undefined) {
    const others = untaken.filter(({ id }) => id !== shown.purchase.id)
    const paid = others.filter(({ price }) => price !== 0)
    const other = paid.find(({ test }) => !isTaken(test?.type, owned)) ?? paid[0] ?? others[0] ?? null
    return { kind: 'result', ...shown, newer: exams[0] === shown ? null : exams[0]!, other }
  }
  const purchase = untaken[0]
  return purchase === undefined ? { kind: 'first' } : { kind: 'ready', purchase }
}

/** The exams that the list of purchases names for a purchase. */
function examsOf(purchase: OwnedTest): ExamOf[] {
  const results = [purchase.last_result, purchase.last_scored].filter((result) => result != null)
  return results.map((result) => ({ purchase, result }))
}

export interface KindScore {
  readonly type: string
  readonly score: NamedScore & Pick<LastResult, 'model'>
}

/** The newest score of each kind that has one. A number without its interval does not count. */
export function scoresByKind(owned: readonly OwnedTest[]): KindScore[] {
  const newest = new Map<string, Pick<KindScore, 'score'> & { readonly at: string }>()
  for (const { purchase, result } of owned.flatMap(examsOf)) {
    const { test } = purchase
    if (test?.type == null || result.iq == null || result.low == null || result.high == null) continue
    const { iq, low, high, iq_open, low_open, high_open, model } = result
    const at = momentOf(result)
    if (at < (newest.get(test.type)?.at ?? '')) continue
    newest.set(test.type, { score: { iq, low, high, iq_open, low_open, high_open, model }, at })
  }
  return [...newest].map(([type, { score }]) => ({ type, score }))
}

/** Whether a full exam of this kind has a result. A trial does not count: it measures nothing. */
function isTaken(type: string | null | undefined, owned: readonly OwnedTest[]): boolean {
  return owned.some(({ test, price, last_result }) => test?.type === type && price !== 0 && last_result != null)
}

/** The way to a kind that was not taken yet: an exam that the person owns, a free trial, or the full test. */
export type KindStep =
  | { readonly kind: 'exam'; readonly purchase: OwnedTest }
  | { readonly kind: 'trial' | 'full'; readonly test: Test }

/** The way to this kind. Null if the person has taken it, or if no exam of it is left and no test of it is on sale. */
export function stepToKind(
  type: string,
  owned: readonly OwnedTest[],
  onSale: readonly Test[],
  now = serverNow(),
): KindStep | null {
  if (isTaken(type, owned)) return null
  const purchase = owned.find((each) => each.test?.type === type && each.price !== 0 && hasExamLeft(each, now))
  if (purchase !== undefined) return { kind: 'exam', purchase }
  const tests = onSale.filter((test) => test.type === type && test.owned_purchase_id == null)
  const trial = tests.find(({ price }) => price === 0)
  if (trial !== undefined) return { kind: 'trial', test: trial }
  const full = tests.find(({ price }) => price != null && price > 0)
  return full === undefined ? null : { kind: 'full', test: full }
}

/** The next kind to take. Kinds that cost nothing more come first. */
export function nextKind(owned: readonly OwnedTest[], onSale: readonly Test[], now = serverNow()): KindStep | null {
  const steps = testTypes.flatMap((type) => stepToKind(type, owned, onSale, now) ?? [])
  const first = (kind: KindStep['kind']) => steps.find((step) => step.kind === kind)
  return first('exam') ?? first('trial') ?? first('full') ?? null
}

const momentOf = ({ submitted_at }: LastResult) => submitted_at ?? ''
