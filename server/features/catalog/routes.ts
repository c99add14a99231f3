import type { FastifyInstance } from 'fastify'
import { listBundles } from '#contract/bundle.ts'
import { availableTests, searchTests } from '#contract/catalog.ts'
import { testInfo, testInfoBySlug } from '#contract/test-info.ts'
import { serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { listBundlesFor } from './bundles.ts'
import { requireTest } from './find-test.ts'
import { listTests } from './list-tests.ts'
import type { Ownership } from './ownership.ts'

/** What is on sale, with what of it is the caller’s, and what each test measures. */
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
