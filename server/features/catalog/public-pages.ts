import { join } from 'node:path'
import { and, eq, inArray } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { manualPage, publicPages, scoringPage } from '#contract/public-pages.ts'
import type { Queries } from '../../db/connect.ts'
import { tests } from '../../db/schema/catalog.ts'
import { type Failure, notFound } from '../../failure.ts'
import { pictureOfSold } from '../../html/link-preview.ts'
import type { PlainDocument } from '../../html/plain-page.ts'
import type { Services } from '../../services.ts'
import { newestLegalText } from '../legal/newest-legal-text.ts'
import { listBundleLines } from './bundles.ts'
import {
  bundleDocument,
  failureDocument,
  manualDocument,
  bundleMissing,
  type MissingWords,
  type PublicFrame,
  type Question,
  questionsDocument,
  testDocument,
  testMissing,
} from './public-documents.ts'
import { publicLook } from './public-look.ts'
import { type Manual, readManual } from './manual.ts'
import type { TestRow } from './present-test.ts'
import { publishedTests } from './published-tests.ts'

/** Most questions, and most tests, that are listed. */
const most = 200

/**
 * Serves pages that everybody may read: of every test and bundle on sale, of questions and answers (decision 0109), and the
 * manuals. The server draws them from today's data. `readQuestions` reads `most` questions in order, from another feature.
 */
export function registerPublicPages(
  app: FastifyInstance,
  services: Services,
  readQuestions: (most: number) => Promise<readonly Question[]>,
): void {
  const { db, config, publicOrigin } = services
  const dist = join(config.projectRoot, 'dist')
  const look = publicLook(dist)
  const frame = (): PublicFrame => ({ look, origin: publicOrigin(), seller: config.seller })

  serveDocument('/test/:slug(^[\\w-]+).html', testMissing, async (slug) => {
    const { test, trial } = await readTest(db, slug)
    const bundles = await listBundleLines(db)
    const ofTest = bundles.filter(({ tests: all }) => all.some(({ id }) => id === test.id))
    return testDocument(frame(), { test, trial, bundles: ofTest, picture: pictureOfSold(dist, slug) })
  })

  serveDocument('/bundle/:slug(^[\\w-]+).html', bundleMissing, async (slug) => {
    const bundle = (await listBundleLines(db)).find((each) => each.slug === slug)
    if (bundle === undefined) throw notFound()
    return bundleDocument(frame(), bundle, pictureOfSold(dist, slug))
  })

  serveDocument(publicPages.questions, testMissing, async () => {
    const [questions, rows, bundles, offer] = await Promise.all([
      readQuestions(most),
      publishedTests(db, most),
      listBundleLines(db),
      newestLegalText(db, 'offer'),
    ])
    return questionsDocument(frame(), { questions, tests: rows.toSorted(inOrder), bundles, offer })
  })

  const manuals: Record<string, Manual['language']> = { [scoringPage]: 'uk', [manualPage]: 'en' }
  for (const [url, language] of Object.entries(manuals)) {
    serveDocument(url, testMissing, async () => manualDocument(frame(), url, await readManual(config, language)))
  }

  function serveDocument(url: string, missing: MissingWords, draw: (slug: string) => Promise<PlainDocument>): void {
    const documentOf = (failure: Failure) => failureDocument(frame(), failure, missing)
    const options = { schema: { hide: true }, config: { endpointAuth: 'none' as const, documentOf } }
    app.get<{ Params: { slug: string } }>(url, options, ({ params }, reply) =>
      // The page is drawn again when something in the shop has changed. Browsers revalidate each time, so no price is stale.
      app.madeOnce.send(reply, { key: `${url} ${params.slug ?? ''}` }, async () => {
        const { html, policy } = await draw(params.slug)
        return { body: html, type: 'text/html; charset=utf-8', headers: { 'content-security-policy': policy } }
      }),
    )
  }
}

const inOrder = (one: TestRow, other: TestRow) => one.position - other.position

/** The name of a test's free sample in the shop. */
const trialOf = (slug: string) => `${slug}-proba`

/** The test on sale with this slug, and its free sample, by their slugs. Throws 404 `not_found`. */
async function readTest(queries: Queries, slug: string): Promise<{ test: TestRow; trial: TestRow | null }> {
  const rows = await queries
    .select()
    .from(tests)
    .where(and(inArray(tests.slug, [slug, trialOf(slug)]), eq(tests.isPublished, true)))
  const test = rows.find((row) => row.slug === slug)
  if (test === undefined) throw notFound()
  return { test, trial: rows.find((row) => row.slug === trialOf(slug) && row.price === 0) ?? null }
}
