import type { Purchase } from '#contract/purchase.ts'
import { type Standing, storedCheckout } from './purchase-standing.ts'

/** An order as its owner sees it. The checkout is there only while it can be paid. */
export function presentPurchase({ purchase, isOver }: Standing): Purchase {
  const status = purchase.status === 'paid' && isOver ? 'expired' : (purchase.status as Purchase['status'])
  return {
    purchase_id: purchase.id,
    status,
    test_id: purchase.testId,
    purchase_card_title: purchase.cardTitle,
    price: purchase.price,
    currency: purchase.currency,
    expiration_date: purchase.expiresAt?.toISOString() ?? null,
    checkout: status === 'pending' ? (storedCheckout(purchase)?.form ?? null) : null,
  }
}
