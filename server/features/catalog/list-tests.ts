import { and, count, eq } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { cutPage, valuesOf, walkFrom } from '../../db/keyset.ts'
import { tests } from '../../db/schema/catalog.ts'
import { pageOfList, readLimit } from '../../http/page-of-list.ts'
import type { Ownership } from './ownership.ts'
import { presentOwned } from './present-owned.ts'
import { conditionsOf, type Filters, sortOf, ownedCondition, searchCondition } from './test-filters.ts'

interface ListRequest {
  path: string
  query: Filters & { search?: string | undefined }
  /** Null for a guest. */
  userId: string | null
}

/** One page of the published tests that fit; what the caller owns carries its purchase. */
export async function listTests(queries: Queries, ownership: Ownership, { path, query, userId }: ListRequest) {
  const fits = and(
    eq(tests.isPublished, true),
    conditionsOf(query),
    ownedCondition(ownership, query.owned, userId),
    searchCondition(query.search),
  )
  const limit = readLimit(query.limit)
  const terms = sortOf(query.ordering)
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
  const results = await presentOwned(queries, ownership, userId, rows)
  return pageOfList(results, { path, query, count: counted?.all ?? 0, ...neighbours })
}
