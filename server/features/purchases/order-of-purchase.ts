import { eq } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { purchases } from '../../db/schema/purchases.ts'

/** The id of the order with this purchase as a line; undefined if there is no such purchase. */
export async function orderIdOf(queries: Queries, purchaseId: string): Promise<string | undefined> {
  const [purchase] = await queries
    .select({ orderId: purchases.orderId })
    .from(purchases)
    .where(eq(purchases.id, purchaseId))
  return purchase?.orderId
}
