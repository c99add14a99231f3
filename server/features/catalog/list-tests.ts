import { and, count, eq, inArray, sql } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { cutPage, valuesOf, walkFrom } from '../../db/keyset.ts'
import { tests } from '../../db/schema/catalog.ts'
import { purchases } from '../../db/schema/purchases.ts'
import { pageOfList, readLimit } from './page-of-list.ts'
import { presentTest } from './present-test.ts'
import { conditionsOf, type Filters, isOwnedNow, orderOf, ownedCondition, searchCondition } from './test-filters.ts'
import { findUsedUp } from './used-up.ts'

interface ListRequest {
  path: string
  query: Filters & { search?: string | undefined }
  /** Null for a guest. */
  userId: string | null
}

/** One page of the published tests that fit; what the caller owns carries its purchase. */
export async function listTests(queries: Queries, { path, query, userId }: ListRequest) {
  const fits = and(
    eq(tests.isPublished, true),
    conditionsOf(query),
    ownedCondition(query.owned, userId ?? undefined),
    searchCondition(query.search),
  )
  const limit = readLimit(query.limit)
  const terms = orderOf(query.ordering)
  const walk = await walkFrom(query.cursor, terms, (id) =>
    queries.select(valuesOf(terms)).from(tests).where(eq(tests.id, id)),
  )
  const read = await queries
    .select()
    .from(tests)
    .where(and(fits, walk.where))
    .orderBy(...walk.order)
    .limit(limit + 1)
  const { page: rows, ...neighbours } = cutPage(read, limit, walk, ({ id }) => id)
  const [counted] = await queries.select({ all: count() }).from(tests).where(fits)
  const owned = await findOwned(
    queries,
    userId,
    rows.map(({ id }) => id),
  )
  const usedUp = await findUsedUp(queries, [...owned.values()])
  const results = rows.map((row) => {
    const purchaseId = owned.get(row.id) ?? null
    const used = purchaseId === null ? undefined : usedUp.get(purchaseId)
    return {
      ...presentTest(row, purchaseId),
      exams_used_up: used !== undefined,
      can_buy_again: used?.canBuyAgain === true,
    }
  })
  return pageOfList(results, { path, query, count: counted?.all ?? 0, ...neighbours })
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
