import { and, desc, eq } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { consents } from '../../db/schema/accounts.ts'

/** Whether a person wants letters about new tests: what they said last, and no when they never said. */
export async function wantsLetters(queries: Queries, userId: string): Promise<boolean> {
  const [latest] = await queries
    .select({ accepted: consents.accepted })
    .from(consents)
    .where(and(eq(consents.userId, userId), eq(consents.kind, 'newsletter')))
    .orderBy(desc(consents.givenAt))
    .limit(1)
  return latest?.accepted ?? false
}

/** Adds to the record what a person says now; saying the same again adds nothing. */
export async function sayAboutLetters(
  queries: Queries,
  userId: string,
  said: { version: string; accepted: boolean },
): Promise<void> {
  if ((await wantsLetters(queries, userId)) === said.accepted) return
  const { version, accepted } = said
  await queries.insert(consents).values({ userId, kind: 'newsletter', version, accepted })
}
