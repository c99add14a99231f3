import { sql } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'

/**
 * Makes everything that happens to one person's orders of one test happen one after another, until the transaction ends.
 * Taken before any of their rows is locked, so two orders of the same test cannot wait for each other.
 */
export async function lockOrders(tx: Queries, { userId, testId }: { userId: string; testId: string }): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`order ${userId} ${testId}`}, 0))`)
}
