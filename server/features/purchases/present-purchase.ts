import type { Purchase } from '#contract/purchase.ts'
import { canBePaidAgain } from './pay-again.ts'
import type { OrderedPurchase } from './purchase-in-use.ts'
import { storedCheckout } from './purchase-standing.ts'

/** A purchase of the test `slug` as its owner sees it. Its order's checkout is there only while it can be paid. */
export function presentPurchase(standing: OrderedPurchase & { slug: string }, provider: string): Purchase {
  const { purchase, order, isOver, slug } = standing
  const status = purchase.status === 'paid' && isOver ? 'expired' : (purchase.status as Purchase['status'])
  return {
    purchase_id: purchase.id,
    status,
    test_id: purchase.testId,
    purchase_card_title: purchase.cardTitle,
    price: purchase.price,
    currency: purchase.currency,
    expiration_date: purchase.expiresAt?.toISOString() ?? null,
    checkout: status === 'pending' ? (storedCheckout(order)?.form ?? null) : null,
    test_slug: slug,
    can_pay_again: canBePaidAgain(standing, provider),
  }
}
