import { and, desc, eq, exists, ne, not, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queries } from '../../../db/connect.ts'
import { orders, purchases } from '../../../db/schema/purchases.ts'
import { testNames } from '../../catalog/test-names.ts'
import { isBeingChecked, isMoneyTaken } from '../books/withheld-money.ts'
import { canBePaidAgain } from '../pay/pay-again.ts'
import { orderNowColumns, purchaseNowColumns, storedCheckout } from '../purchase-now.ts'
import { mostUnpaidADay } from './unpaid-bound.ts'

/**
 * A person's unsettled orders, newest first, each by its first line. Orders that can be paid now: the payment page is open (an
 * order that was declined and opened again may be older than a day), or the payment was declined within a day, while the price
 * holds, and can be made again. And orders whose money a bank withholds or checks. A payable order is left out if one of its
 * tests is ordered or owned otherwise by now.
 */
export async function findOpenOrders(queries: Queries, userId: string, provider: string) {
  const [own, other] = [alias(purchases, 'own'), alias(purchases, 'other')]
  const isOrderedAgain = exists(
    queries
      .select({ one: sql`1` })
      .from(own)
      .innerJoin(
        other,
        and(
          eq(other.userId, own.userId),
          eq(other.testId, own.testId),
          ne(other.orderId, own.orderId),
          other.live,
          not(other.superseded),
        ),
      )
      .where(eq(own.orderId, orders.id)),
  )
  // These forms match no partial index over everybody's orders: a person has few, and the index by person finds them.
  const status = sql`${orders.status} || ''`
  const isHeld = sql`jsonb_typeof(${orders.held}) is not null`
  const rows = await queries
    .select({ ...purchaseNowColumns, ...orderNowColumns, slug: testNames.slug })
    .from(orders)
    .innerJoin(purchases, and(eq(purchases.orderId, orders.id), eq(purchases.position, 0)))
    .innerJoin(testNames, eq(testNames.id, purchases.testId))
    .where(
      and(
        eq(orders.userId, userId),
        or(
          and(eq(status, 'pending'), not(isOrderedAgain)),
          and(eq(status, 'failed'), orderNowColumns.isFresh, not(isOrderedAgain)),
          and(isHeld, ne(orders.status, 'paid')),
        ),
      ),
    )
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(mostUnpaidADay)
  return rows.filter(
    (row) =>
      isMoneyTaken(row.order) ||
      (row.order.status === 'pending' && isBeingChecked(row.order)) ||
      canBePaidAgain(row, provider) ||
      (row.order.status === 'pending' && !row.checkoutIsOver && storedCheckout(row.order) !== null),
  )
}
