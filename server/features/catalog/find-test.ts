import { and, eq } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { tests } from '../../db/schema/catalog.ts'
import { isUuid } from '../../db/uuid.ts'
import { notFound } from '../../failure.ts'
import type { TestRow } from './present-test.ts'

/** The published test of this id or slug. Throws 404 `not_found`. */
export async function requireTest(queries: Queries, idOrSlug: string): Promise<TestRow> {
  const isNamed = isUuid(idOrSlug) ? eq(tests.id, idOrSlug) : eq(tests.slug, idOrSlug.replaceAll('\0', ''))
  const [test] = await queries
    .select()
    .from(tests)
    .where(and(isNamed, eq(tests.isPublished, true)))
  if (test === undefined) throw notFound()
  return test
}

/** The id of the test of this slug, published or not; undefined if there is none. */
export async function findTestId(queries: Queries, slug: string): Promise<string | undefined> {
  const [test] = await queries.select({ id: tests.id }).from(tests).where(eq(tests.slug, slug))
  return test?.id
}
