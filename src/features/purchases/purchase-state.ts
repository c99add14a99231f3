import type { OwnedTest } from '#contract/purchase.ts'

/** The days that were paid for are over. */
export function isOver({ status, expiration_date }: OwnedTest, now = Date.now()): boolean {
  return status === 'expired' || (expiration_date != null && Date.parse(expiration_date) < now)
}

/** An exam that was begun can always be gone on with; a new one needs an attempt that is left, paid for and in time. */
export function canSitExam(purchase: OwnedTest, now = Date.now()): boolean {
  if (purchase.active_attempt) return true
  const { status, exam_attempts_left } = purchase
  if (status === 'pending' || status === 'failed' || status === 'refunded') return false
  return exam_attempts_left !== 0 && !isOver(purchase, now)
}

/** The test's id for the address; it is there for people, the purchase is found by its own id. */
export function examTestId({ test }: OwnedTest): string {
  return test?.id ?? '1'
}
