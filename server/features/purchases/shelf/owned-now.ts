import { and, eq, inArray, type SQLWrapper, sql } from 'drizzle-orm'
import type { Queries } from '../../../db/connect.ts'
import { purchases } from '../../../db/schema/purchases.ts'
import type { OwnedNow, Ownership } from '../../catalog/ownership.ts'
import { findGoingBack } from '../exam-allowance.ts'
import type { ExamUse } from '../exam-count.ts'
import { findUsedUp } from '../used-up.ts'

/** Of a purchase: paid, and its time not over, as `requireUsablePurchase` says it; without an end it has no end. */
export const isOwnedNow = sql`${purchases.status} = 'paid' and coalesce(${purchases.expiresAt} > now(), true)`

/** What is a person's of what the shop sells, for the catalogue. */
export const ownershipBy = (examUse: ExamUse): Ownership => ({
  owns,
  findOwned: (queries, userId, testIds) => findOwned(queries, userId, testIds, examUse),
})

function owns(userId: string, testId: SQLWrapper) {
  return sql`exists (select 1 from ${purchases} where ${purchases.testId} = ${testId} and ${purchases.userId} = ${userId} and ${isOwnedNow})`
}

async function findOwned(
  queries: Queries,
  userId: string,
  testIds: readonly string[],
  examUse: ExamUse,
): Promise<ReadonlyMap<string, OwnedNow>> {
  if (testIds.length === 0) return new Map()
  const rows = await queries
    .select({ testId: purchases.testId, id: purchases.id })
    .from(purchases)
    .where(and(eq(purchases.userId, userId), inArray(purchases.testId, [...testIds]), isOwnedNow))
    // The last one holds: the one that can be used for exams, then the one that lasts longest.
    .orderBy(sql`not ${purchases.superseded}`, purchases.expiresAt)
  const owned = new Map(rows.map(({ testId, id }) => [testId, id]))
  const usedUp = await findUsedUp(queries, [...owned.values()], examUse)
  const goingBack = await findGoingBack(queries, [...owned.values()])
  return new Map(
    [...owned].map(([testId, purchaseId]) => {
      const used = usedUp.get(purchaseId)
      const [canBuyAgain, goesBack] = [used?.canBuyAgain === true, goingBack.has(purchaseId)]
      return [testId, { purchaseId, isUsedUp: used !== undefined, canBuyAgain, goesBack }]
    }),
  )
}
