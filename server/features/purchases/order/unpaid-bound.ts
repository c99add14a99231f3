import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Queries } from '../../../db/connect.ts'
import { orders } from '../../../db/schema/purchases.ts'
import { Failure } from '../../../failure.ts'

/** Unpaid orders of one person in 24 hours. Each is kept, and its provider is asked about it for a week (decision 0087). */
export const mostUnpaidADay = 20

/**
 * Throws 429 `too_many_orders` if a person has made as many unpaid orders in 24 hours as allowed (× `factor`); says when the next
 * can be made. Orders that wait for payment stay. The caller has locked the person's orders of these tests; concurrent calls for
 * other tests may pass the bound by one each.
 */
export async function requireUnpaidOrderLeft(tx: Queries, userId: string, factor: number): Promise<void> {
  const isUnpaid = inArray(orders.status, ['pending', 'failed', 'expired'])
  const [nth] = await tx
    .select({ wait: sql<number>`ceil(86400 - extract(epoch from now() - ${orders.createdAt}))::int` })
    .from(orders)
    .where(and(eq(orders.userId, userId), isUnpaid))
    .orderBy(desc(orders.createdAt))
    .offset(Math.ceil(mostUnpaidADay * factor) - 1)
    .limit(1)
  const retryAfterSeconds = nth?.wait ?? 0
  if (retryAfterSeconds <= 0) return
  const hours = Math.ceil(retryAfterSeconds / 3600)
  const detail = `Забагато замовлень за добу лишилося без оплати. Нове можна оформити через ${hours}\u00a0год; те, що чекає на оплату, можна оплатити й зараз.`
  throw new Failure(429, 'too_many_orders', detail, { retryAfterSeconds })
}
