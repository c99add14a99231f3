import { endOf } from './calendar-day.ts'
import type { Test } from './catalog.ts'
import type { OwnedTest } from './purchase.ts'

/**
 * The words by which a server says that a purchase cannot be used: ours, and those that mean the same beyond doubt. The
 * specification names none, so any other word (active, completed, success …) and none at all says nothing against it: a person who
 * is sent on wrongly gets a refusal of the server, a person who is kept out wrongly has paid for nothing.
 */
const unusableStatuses = new Set(['pending', 'unpaid', 'failed', 'canceled', 'cancelled', 'expired', 'refunded'])

type UseFields = Pick<OwnedTest, 'status' | 'expiration_date'>

/**
 * The days that were paid for are over, by what the server says or by the date. `now`: milliseconds since 1970, by the server's clock as
 * far as it is known (`serverNow`): a device's own may be wrong by weeks.
 */
export function isOver({ status, expiration_date }: UseFields, now: number): boolean {
  return status?.toLowerCase() === 'expired' || (expiration_date != null && endOf(expiration_date) <= now)
}

/** Whether something new may be begun with a purchase. `now`: milliseconds since 1970. */
export function isUsable(purchase: UseFields, now: number): boolean {
  return !unusableStatuses.has(purchase.status?.toLowerCase() ?? '') && !isOver(purchase, now)
}

/** Whether a new exam may be begun with a purchase; a server that counts no attempts says nothing against it. `now` likewise. */
export function hasExamLeft(
  purchase: UseFields & Pick<OwnedTest, 'exam_attempts_left' | 'refund_decided'>,
  now: number,
): boolean {
  return purchase.exam_attempts_left !== 0 && purchase.refund_decided !== true && isUsable(purchase, now)
}

/** Whether a purchase leads to an exam: to one that was begun, whatever else is over, or to a new one. `now` likewise. */
export function canSitExam(purchase: OwnedTest, now: number): boolean {
  return purchase.active_attempt != null || hasExamLeft(purchase, now)
}

/** Whether no new exam can be begun of a test that the person has. */
export function isClosed({ exams_used_up, refund_decided }: Pick<Test, 'exams_used_up' | 'refund_decided'>): boolean {
  return exams_used_up === true || refund_decided === true
}
