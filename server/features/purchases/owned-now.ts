import { and, eq, inArray, type SQLWrapper, sql } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { orders, purchases } from '../../db/schema/purchases.ts'
import { daysToAddRest, type OwnedNow, type Ownership } from '../catalog/ownership.ts'
import { findGoingBack } from './exam-allowance.ts'
import type { ExamUse } from './exam-count.ts'
import { findUsedUp } from './used-up.ts'

/** SQL: that a purchase is paid and not expired, as in `requireUsablePurchase`; null means no end. */
export const isOwnedNow = sql`${purchases.status} = 'paid' and coalesce(${purchases.expiresAt} > now(), true)`

/** `paidApart` of `OwnedNow`, `until` as text. Null if an operator returns its money; returns of double payments do not count. */
const paidApart = sql<{ price: number; currency: string; until: string } | null>`case
  when ${orders.bundleId} is null and ${purchases.price} > 0
    and ${purchases.paidAt} > now() - make_interval(days => ${daysToAddRest})
    and not exists (select 1 from ledger due where due.order_id = ${orders.id} and due.kind = 'refund_due' and due.details ? 'lines')
  then jsonb_build_object('price', ${purchases.price}, 'currency', ${purchases.currency},
    'until', ${purchases.paidAt} + make_interval(days => ${daysToAddRest})) end`

/** The tests on sale that a person owns, for the catalogue. */
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
    .select({ testId: purchases.testId, id: purchases.id, paidApart })
    .from(purchases)
    .innerJoin(orders, eq(orders.id, purchases.orderId))
    .where(and(eq(purchases.userId, userId), inArray(purchases.testId, [...testIds]), isOwnedNow))
    // The last row of a test wins: the one that can be used for exams, then the one that lasts longest.
    .orderBy(sql`not ${purchases.superseded}`, purchases.expiresAt)
  const owned = new Map(rows.map((row) => [row.testId, row]))
  const ids = [...owned.values()].map(({ id }) => id)
  const usedUp = await findUsedUp(queries, ids, examUse)
  const goingBack = await findGoingBack(queries, ids)
  return new Map(
    [...owned].map(([testId, { id: purchaseId, paidApart: apart }]) => {
      const used = usedUp.get(purchaseId)
      const [canBuyAgain, goesBack] = [used?.canBuyAgain === true, goingBack.has(purchaseId)]
      const paidApart = apart && { ...apart, until: new Date(apart.until) }
      return [testId, { purchaseId, isUsedUp: used !== undefined, canBuyAgain, goesBack, paidApart }]
    }),
  )
}
