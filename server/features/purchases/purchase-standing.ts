import { sql } from 'drizzle-orm'
import type { Checkout } from '#contract/purchase.ts'
import { purchases } from '../../db/schema/purchases.ts'

export type PurchaseRow = typeof purchases.$inferSelect

/** A checkout as the order keeps it for good: the form that the person sends, and the provider's name for the payment. */
export interface StoredCheckout {
  form: Checkout
  reference: string
}

/** An order with what the database's clock says of it. */
export interface Standing {
  purchase: PurchaseRow
  /** Its time of use has ended. */
  isOver: boolean
  /** Its checkout can no longer be paid. */
  checkoutIsOver: boolean
}

/** The columns of a `Standing`. */
export const standingColumns = {
  purchase: purchases,
  isOver: sql<boolean>`coalesce(${purchases.expiresAt} <= clock_timestamp(), false)`,
  checkoutIsOver: sql<boolean>`coalesce(${purchases.checkoutExpiresAt} <= clock_timestamp(), false)`,
}

export function storedCheckout(purchase: PurchaseRow): StoredCheckout | null {
  return purchase.checkout as StoredCheckout | null
}
