import type { OwnedTest } from '#contract/purchase.ts'
import type { AttemptRow } from '../attempt/machine/rows.ts'

/** An exam whose clock runs. */
export interface RunningExam {
  readonly testId: string
  readonly purchaseId: string
  /** Null where only this browser knows of it. */
  readonly title: string | null
  /** By this device's clock, milliseconds since 1970. */
  readonly endsAt: number
}

export interface KnownOfExams {
  /** The person's purchases as the server last told them, and when: milliseconds since 1970; nothing while it has not. */
  readonly owned: readonly OwnedTest[]
  readonly toldAt: number
  /** The person's exams in this browser. */
  readonly kept: readonly AttemptRow[]
  readonly now: number
}

/**
 * The exam that runs, the one that ends first among several; null for none. The server's list may be older than what this
 * browser has begun or submitted, and this browser knows nothing of other devices: of each the newer word counts.
 */
export function findRunningExam(known: KnownOfExams): RunningExam | null {
  const running = [...toldBy(known), ...keptBy(known)].filter(({ endsAt }) => endsAt > known.now)
  return running.sort((a, b) => a.endsAt - b.endsAt)[0] ?? null
}

function toldBy({ owned, kept }: KnownOfExams): RunningExam[] {
  return owned.flatMap(({ id, test, purchase_card_title, active_attempt: active }) => {
    if (active?.deadline_at == null) return []
    const here = kept.find(({ frame }) => frame?.attemptId === active.id)
    if (here !== undefined && here.state !== 'open') return []
    const endsAt = Date.parse(active.deadline_at) - (here?.clockOffset ?? 0)
    return [{ testId: test?.id ?? '1', purchaseId: id, title: purchase_card_title, endsAt }]
  })
}

/** What was begun here since the server told its list, or of a purchase that this list has not. */
function keptBy({ owned, toldAt, kept }: KnownOfExams): RunningExam[] {
  return kept.flatMap(({ state, frame, purchaseId, createdAt, clockOffset }) => {
    if (state !== 'open' || frame?.deadlineAt == null) return []
    const purchase = owned.find(({ id }) => id === purchaseId)
    if (purchase !== undefined && (toldAt > createdAt || purchase.active_attempt?.id === frame.attemptId)) return []
    const [testId, title] = [purchase?.test?.id ?? '1', purchase?.purchase_card_title ?? null]
    return [{ testId, purchaseId, title, endsAt: frame.deadlineAt - clockOffset }]
  })
}
