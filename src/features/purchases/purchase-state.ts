import type { ExpiredPurchase } from '#contract/legal.ts'
import type { OwnedTest } from '#contract/purchase.ts'
import { isOver } from '#contract/purchase-use.ts'
import { serverNow } from '../../http/server-clock.ts'

/** Whether the server reports neither exams left nor a result. Then only this browser knows of an exam that was just taken. */
export function tellsNoAttempts({ exam_attempts_left, last_result }: OwnedTest): boolean {
  return exam_attempts_left == null && last_result == null
}

/** Whether a file of answers could help: an exam runs, or has ended without a submission, also after the purchase's last day. */
export function mayHaveFile({ active_attempt, has_unsubmitted_exam }: OwnedTest): boolean {
  return active_attempt != null || has_unsubmitted_exam === true
}

/** The test's id in the address is for people: the purchase is found by its own id. */
export function examTestId({ test }: OwnedTest): string {
  return test?.id ?? '1'
}

/** A purchase whose time is over; test and result only where the list of purchases has them. */
export interface OverPurchase extends ExpiredPurchase {
  readonly owned?: OwnedTest
}

/** A running exam keeps its purchase `live`. `over` comes from the list and the legal replies (S3.10), each purchase once. */
export function sortPurchases(
  owned: readonly OwnedTest[],
  expired: readonly ExpiredPurchase[],
  now = serverNow(),
): { readonly live: OwnedTest[]; readonly over: OverPurchase[] } {
  const isLive = (purchase: OwnedTest) => !isOver(purchase, now) || purchase.active_attempt != null
  const over = new Map<string, OverPurchase>(expired.map((purchase) => [purchase.id, purchase]))
  for (const purchase of owned) {
    const { id, purchase_card_title, expiration_date } = purchase
    if (isLive(purchase)) over.delete(id)
    else
      over.set(id, {
        id,
        purchase_card_title,
        expiration_date: expiration_date ?? over.get(id)?.expiration_date ?? null,
        owned: purchase,
      })
  }
  const newestFirst = [...over.values()].sort((a, b) => dayOf(b).localeCompare(dayOf(a)))
  return { live: owned.filter(isLive), over: newestFirst }
}

const dayOf = ({ expiration_date }: ExpiredPurchase) => expiration_date ?? ''
