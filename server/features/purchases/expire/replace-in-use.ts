import type { Queries } from '../../../db/connect.ts'
import type { Services } from '../../../services.ts'
import { closeCheckoutSoon } from './close-checkout.ts'
import { withheldMoneyOf } from '../books/withheld-money.ts'
import { type OrderedPurchase, supersede } from './purchase-in-use.ts'
import { endOrder } from './end-order.ts'

/**
 * Frees the place of a purchase in use for an order of its test alone, if allowed: as `supersede`, or by ending a bundle's order
 * that waits for payment, unless a bank withholds its money. Returns whether it is free now. The caller has locked these orders.
 */
export async function replaceInUse(
  tx: Queries,
  services: Pick<Services, 'examUse' | 'jobs'>,
  inUse: OrderedPurchase,
): Promise<boolean> {
  const { order } = inUse
  if (order.status !== 'pending' || order.bundleId === null) return supersede(tx, services, inUse)
  if (withheldMoneyOf(order).length > 0) return false
  await endOrder(tx, order, 'expired')
  await closeCheckoutSoon(tx, services, order)
  return true
}
