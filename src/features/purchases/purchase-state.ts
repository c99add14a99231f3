import type { ExpiredPurchase } from '#contract/legal.ts'
import type { OwnedTest } from '#contract/purchase.ts'
import { isOver } from '#contract/purchase-use.ts'
import { serverNow } from '../../http/server-clock.ts'

/**
 * Another server may tell of a purchase neither how many exams are left nor their results: then only this browser knows that
 * one was just taken.
 */
export function tellsNoAttempts({ exam_attempts_left, last_result }: OwnedTest): boolean {
  return exam_attempts_left == null && last_result == null
}

/** Whether a file of its answers could help: its exam runs, or has ended without a submission, be its days over or not. */
export function mayHaveFile({ active_attempt, has_unsubmitted_exam }: OwnedTest): boolean {
  return active_attempt != null || has_unsubmitted_exam === true
}

/** The test's id for the address; it is there for people, the purchase is found by its own id. */
export function examTestId({ test }: OwnedTest): string {
  return test?.id ?? '1'
}

/** What is shown of a purchase whose time is over; the test and its result only where the list of purchases has it. */
export interface OverPurchase extends ExpiredPurchase {
  readonly owned?: OwnedTest
}

/**
 * The shelf in two: what can be used (an exam that still runs keeps its purchase here), and what is over. The latter is
 * known from two places, the list of purchases and the legal replies (S3.10); each purchase appears once.
 */
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
