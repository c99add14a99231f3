import { and, desc, eq, exists, inArray, ne, not, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queries } from '../../db/connect.ts'
import { tests } from '../../db/schema/catalog.ts'
import { orders, purchases } from '../../db/schema/purchases.ts'
import { canBePaidAgain } from './pay-again.ts'
import { orderColumns, standingColumns, storedCheckout } from './purchase-standing.ts'

/** Orders of one person that are looked at, the newest first. */
const mostOrders = 5

/**
 * The newest order of this person that they may pay for now, by its first line: one whose payment page is still open, or
 * whose payment was declined and can be made once more. Orders of the last day only, as their price holds no longer; none
 * that has a test which is ordered or owned otherwise by now.
 */
export async function findOpenOrder(queries: Queries, userId: string, provider: string) {
  const [own, other] = [alias(purchases, 'own'), alias(purchases, 'other')]
  const isOrderedAnew = exists(
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
  const rows = await queries
    .select({ ...standingColumns, ...orderColumns, slug: tests.slug })
    .from(orders)
    .innerJoin(purchases, and(eq(purchases.orderId, orders.id), eq(purchases.position, 0)))
    .innerJoin(tests, eq(tests.id, purchases.testId))
    .where(
      and(
        eq(orders.userId, userId),
        inArray(orders.status, ['pending', 'failed']),
        orderColumns.isFresh,
        not(isOrderedAnew),
      ),
    )
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(mostOrders)
  return rows.find(
    (row) =>
      canBePaidAgain(row, provider) ||
      (row.order.status === 'pending' && !row.checkoutIsOver && storedCheckout(row.order) !== null),
  )
}
