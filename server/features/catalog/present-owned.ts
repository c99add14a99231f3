import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Test } from '#contract/catalog.ts'
import type { Queries } from '../../db/connect.ts'
import { purchases } from '../../db/schema/purchases.ts'
import { presentTest, type TestRow } from './present-test.ts'
import { isOwnedNow } from './test-filters.ts'
import { findUsedUp } from './used-up.ts'

/** Tests as they travel to one person, each with the purchase that opens it now; to a guest (null) with none. */
export async function presentOwned(queries: Queries, userId: string | null, rows: readonly TestRow[]): Promise<Test[]> {
  const owned = await findOwned(
    queries,
    userId,
    rows.map(({ id }) => id),
  )
  const usedUp = await findUsedUp(queries, [...owned.values()])
  return rows.map((row) => {
    const purchaseId = owned.get(row.id) ?? null
    const used = purchaseId === null ? undefined : usedUp.get(purchaseId)
    return {
      ...presentTest(row, purchaseId),
      exams_used_up: used !== undefined,
      can_buy_again: used?.canBuyAgain === true,
    }
  })
}

async function findOwned(queries: Queries, userId: string | null, testIds: string[]): Promise<Map<string, string>> {
  if (userId === null || testIds.length === 0) return new Map()
  const rows = await queries
    .select({ testId: purchases.testId, id: purchases.id })
    .from(purchases)
    .where(and(eq(purchases.userId, userId), inArray(purchases.testId, testIds), isOwnedNow))
    // The last one holds: the one that can be used for exams, then the one that lasts longest.
    .orderBy(sql`not ${purchases.superseded}`, purchases.expiresAt)
  return new Map(rows.map(({ testId, id }) => [testId, id]))
}
