import { endOf } from './calendar-day.ts'
import type { Test } from './catalog.ts'
import type { OwnedTest } from './purchase.ts'

/**
 * Statuses that mean that a purchase cannot be used: ours, and words that clearly mean the same. The specification names
 * none, so any other word (active, completed, success …) or none does not block. A person who is let through wrongly gets a
 * refusal of the server; a person who is kept out wrongly has paid for nothing.
 */
const unusableStatuses = new Set(['pending', 'unpaid', 'failed', 'canceled', 'cancelled', 'expired', 'refunded'])

type UseFields = Pick<OwnedTest, 'status' | 'expiration_date'>

/**
 * Whether the paid days are over, by the server's status or by the date. `now`: milliseconds since 1970, by the server's
 * clock if known (`serverNow`): a device's own may be wrong by weeks.
 */
export function isOver({ status, expiration_date }: UseFields, now: number): boolean {
  return status?.toLowerCase() === 'expired' || (expiration_date != null && endOf(expiration_date) <= now)
}

/** Whether a purchase can begin something new. `now` as for `isOver`. */
export function isUsable(purchase: UseFields, now: number): boolean {
  return !unusableStatuses.has(purchase.status?.toLowerCase() ?? '') && !isOver(purchase, now)
}

/** Whether a purchase can begin a new exam. A server that counts no attempts does not block. `now` as for `isOver`. */
export function hasExamLeft(
  purchase: UseFields & Pick<OwnedTest, 'exam_attempts_left' | 'refund_decided'>,
  now: number,
): boolean {
  return purchase.exam_attempts_left !== 0 && purchase.refund_decided !== true && isUsable(purchase, now)
}

/** Whether a purchase leads to an exam: a new one, or one in progress, whatever else is over. `now` as for `isOver`. */
export function canSitExam(purchase: OwnedTest, now: number): boolean {
  return purchase.active_attempt != null || hasExamLeft(purchase, now)
}

/** Whether an owned test can begin no new exam. */
export function isClosed({ exams_used_up, refund_decided }: Pick<Test, 'exams_used_up' | 'refund_decided'>): boolean {
  return exams_used_up === true || refund_decided === true
}
