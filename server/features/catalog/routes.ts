import { and, count, eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { listBundles } from '#contract/bundle.ts'
import { availableTests, searchTests } from '#contract/catalog.ts'
import { testInfo, testInfoBySlug } from '#contract/test-info.ts'
import type { Queries } from '../../db/connect.ts'
import { cutPage, valuesOf, walkFrom } from '../../db/keyset.ts'
import { tests } from '../../db/schema/catalog.ts'
import { pageOfList, readLimit } from '../../http/page-of-list.ts'
import { serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { listBundlesFor } from './bundles.ts'
import { requireTest } from './find-test.ts'
import type { Ownership } from './ownership.ts'
import { presentOwned } from './present-owned.ts'
import { conditionsOf, type Filters, ownedCondition, searchCondition, sortOf } from './test-filters.ts'

/** Serves tests and bundles on sale, with the caller's purchases, and what each test measures. */
export function registerCatalog(app: FastifyInstance, { db }: Services, ownership: Ownership): void {
  for (const endpoint of [availableTests, searchTests]) {
    serve(app, endpoint, ({ query, user }) =>
      listTests(db, ownership, { path: endpoint.path, query, userId: user?.id ?? null }),
    )
  }

  serve(app, listBundles, async ({ user }) => {
    const results = await listBundlesFor(db, ownership, user?.id ?? null)
    return { count: results.length, next: null, previous: null, results }
  })

  const readInfo = async (idOrSlug: string) => {
    const { title, infoHtml } = await requireTest(db, idOrSlug)
    return { test_info: { title, content: infoHtml } }
  }
  serve(app, testInfo, ({ params }) => readInfo(params.id))
  serve(app, testInfoBySlug, ({ query }) => readInfo(query.slug))
}

interface ListRequest {
  path: string
  query: Filters & { search?: string | undefined }
  /** Null for a guest. */
  userId: string | null
}

/** One page of the published tests that match. A test that the caller owns has its purchase. */
async function listTests(queries: Queries, ownership: Ownership, { path, query, userId }: ListRequest) {
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
