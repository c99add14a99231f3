import { sql } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { lockAccountAlone } from '../auth/lock-account.ts'
import { latestConsent, recordConsents } from '../legal/consents.ts'

/** Whether a person wants letters about new tests: what they said last, and no when they never said. */
export async function wantsLetters(queries: Queries, userId: string): Promise<boolean> {
  return (await latestConsent(queries, userId, 'newsletter')) ?? false
}

/** Adds to the record what a person says now; saying the same again, also at the same moment, adds nothing. */
export async function sayAboutLetters(
  tx: Queries,
  userId: string,
  said: { version: string; accepted: boolean },
): Promise<void> {
  await lockAccountAlone(tx, userId)
  if ((await wantsLetters(tx, userId)) === said.accepted) return
  const { version, accepted } = said
  // The transaction may have waited for its turn: what is said after another word is kept as the later one.
  await recordConsents(tx, userId, [{ kind: 'newsletter', version, accepted }], sql`clock_timestamp()`)
}
