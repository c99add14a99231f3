import { getTableColumns, sql } from 'drizzle-orm'
import type { Checkout } from '#contract/purchase.ts'
import { orders, purchases } from '../../db/schema/purchases.ts'

/** Without the blueprint: only the building of a paper needs it, and most calls read a purchase. */
const { blueprint: _blueprint, ...withoutBlueprint } = getTableColumns(purchases)
export const purchaseColumns = withoutBlueprint

/** A line of an order, and the right to take its test. */
export type PurchaseRow = Omit<typeof purchases.$inferSelect, 'blueprint'>
export type OrderRow = typeof orders.$inferSelect

export interface PlacedOrder {
  order: OrderRow
  lines: PurchaseRow[]
}

/** A checkout as the order keeps it for good: the form that the person sends, and the provider's name for the payment. */
export interface StoredCheckout {
  form: Checkout
  reference: string
  /** The other checkouts of this order, oldest first: their payment was declined, but late money by them still counts. */
  earlier?: string[]
}

/** A purchase with what the database's clock says of it. */
export interface PurchaseNow {
  purchase: PurchaseRow
  /** Its time of use has ended. */
  isOver: boolean
}

export const purchaseNowColumns = {
  purchase: purchaseColumns,
  isOver: sql<boolean>`coalesce(${purchases.expiresAt} <= clock_timestamp(), false)`,
}

/** An order with what the database's clock says of it. */
export interface OrderNow {
  order: OrderRow
  /** Its checkout can no longer be paid. */
  checkoutIsOver: boolean
  /** Its price still holds, so it may be opened for payment once more. */
  isFresh: boolean
}

export const orderNowColumns = {
  order: orders,
  checkoutIsOver: sql<boolean>`coalesce(${orders.checkoutExpiresAt} <= clock_timestamp(), false)`,
  isFresh: sql<boolean>`${orders.createdAt} > clock_timestamp() - interval '1 day'`,
}

export function storedCheckout(order: OrderRow): StoredCheckout | null {
  return order.checkout as StoredCheckout | null
}

/** The provider's names for every checkout of an order, the present one first. An order without a checkout is known by its id. */
export function referencesOf(order: OrderRow): [string, ...string[]] {
  const { reference = order.id, earlier = [] } = storedCheckout(order) ?? {}
  return [reference, ...earlier.toReversed()]
}

/** An order as it is sent to its provider, by one of its references. */
export function asProviderKnows(order: OrderRow, reference = referencesOf(order)[0]) {
  const { id, price: amount, currency } = order
  return { id, amount, currency, description: '', reference }
}
