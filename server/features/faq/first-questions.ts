import { asc } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { faqEntries } from '../../db/schema/catalog.ts'

/** The first `most` questions and answers, in order. */
export async function firstQuestions(queries: Queries, most: number): Promise<(typeof faqEntries.$inferSelect)[]> {
  return queries.select().from(faqEntries).orderBy(asc(faqEntries.position)).limit(most)
}
