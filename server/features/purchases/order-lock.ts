import { sql } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { lockAccountAsItIs } from '../auth/lock-account.ts'

/**
 * Serializes everything that happens to one person's orders of these tests, until the transaction ends. Every function that
 * touches money takes its locks in one order, so none deadlocks: the user (shared: an erasure comes before or after, never
 * between), then these, the order, its lines, and last the ledger and refunds. Returns whether the account has been erased.
 */
export async function lockOrders(
  tx: Queries,
  userId: string,
  testIds: readonly string[],
): Promise<{ isErased: boolean }> {
  const { isErased } = await lockAccountAsItIs(tx, userId)
  for (const testId of [...new Set(testIds)].toSorted()) {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`order ${userId} ${testId}`}, 0))`)
  }
  return { isErased }
}
