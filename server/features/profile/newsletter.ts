import { and, desc, eq, sql } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { consents } from '../../db/schema/accounts.ts'
import { takeTurnOfAccount } from '../auth/hold-account.ts'

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

/** Adds to the record what a person says now; saying the same again, also at the same moment, adds nothing. */
export async function sayAboutLetters(
  tx: Queries,
  userId: string,
  said: { version: string; accepted: boolean },
): Promise<void> {
  await takeTurnOfAccount(tx, userId)
  if ((await wantsLetters(tx, userId)) === said.accepted) return
  const { version, accepted } = said
  // The transaction may have waited for its turn: what is said after another word is kept as the later one.
  const givenAt = sql`clock_timestamp()`
  await tx.insert(consents).values({ userId, kind: 'newsletter', version, accepted, givenAt })
}
