import { eq } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { tests } from '../../db/schema/catalog.ts'
import type { TestRow } from './present-test.ts'

/** Tests on sale, at most `most`, in no order. */
export async function publishedTests(queries: Queries, most: number): Promise<TestRow[]> {
  return queries.select().from(tests).where(eq(tests.isPublished, true)).limit(most)
}
