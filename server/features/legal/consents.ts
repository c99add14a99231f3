import { and, desc, eq, type SQL } from 'drizzle-orm'
import type { Consent } from '#contract/auth.ts'
import type { Queries } from '../../db/connect.ts'
import { consents } from '../../db/schema/accounts.ts'
import type { RecordedConsent } from './consent-editions.ts'

/** Adds to the record what a person consents to, or no longer does; `givenAt` as SQL, unset: when the transaction began. */
export async function recordConsents(
  tx: Queries,
  userId: string,
  given: readonly RecordedConsent[],
  givenAt?: SQL,
): Promise<void> {
  await tx.insert(consents).values(given.map((consent) => ({ ...consent, userId, ...(givenAt && { givenAt }) })))
}

/** What a person said last of this kind; undefined when they never said anything. */
export async function latestConsent(
  queries: Queries,
  userId: string,
  kind: Consent['kind'],
): Promise<boolean | undefined> {
  const [latest] = await queries
    .select({ accepted: consents.accepted })
    .from(consents)
    .where(and(eq(consents.userId, userId), eq(consents.kind, kind)))
    .orderBy(desc(consents.givenAt))
    .limit(1)
  return latest?.accepted
}
