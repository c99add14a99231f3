import { and, desc, eq, type SQL } from 'drizzle-orm'
import type { Consent } from '#contract/auth.ts'
import type { Queries } from '../../db/connect.ts'
import { consents } from '../../db/schema/accounts.ts'
import type { RecordedConsent } from './consent-editions.ts'

/** Records consents and their withdrawals; `givenAt` is SQL, by default the start of the transaction. */
export async function recordConsents(
  tx: Queries,
  userId: string,
  given: readonly RecordedConsent[],
  givenAt?: SQL,
): Promise<void> {
  await tx.insert(consents).values(given.map((consent) => ({ ...consent, userId, ...(givenAt && { givenAt }) })))
}

/** A person's last word on this kind; undefined if there is none. */
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
