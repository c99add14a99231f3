import type { Purchase } from '#contract/purchase.ts'
import { type OrderRow, type Standing, storedCheckout } from './purchase-standing.ts'

/** A purchase as its owner sees it. Its order's checkout is there only while it can be paid. */
export function presentPurchase({ purchase, order, isOver }: Standing & { order: OrderRow }): Purchase {
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
  }
}
