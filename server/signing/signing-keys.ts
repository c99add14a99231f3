import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { signingKeys } from '../db/schema/site.ts'

/** What a key signs: what the key of one purpose has signed does not count as another's. */
export type Purpose = 'receipt' | 'certificate' | 'push'

export interface PublishedKey {
  kid: string
  publicJwk: unknown
}

/** Publishes the public half of a key; one that is published already stays as it is. */
export async function publishKey(db: Database, purpose: Purpose, { kid, publicJwk }: PublishedKey): Promise<void> {
  await db.insert(signingKeys).values({ kid, publicJwk, purpose }).onConflictDoNothing()
}

/** The key of this name and purpose; undefined where none is published. */
export async function findKey(db: Database, purpose: Purpose, kid: string): Promise<PublishedKey | undefined> {
  const [key] = await db
    .select()
    .from(signingKeys)
    .where(and(eq(signingKeys.kid, kid), eq(signingKeys.purpose, purpose)))
  return key
}

/** Every key of this purpose that is published, the oldest first. */
export async function listKeys(db: Database, purpose: Purpose): Promise<PublishedKey[]> {
  return db.select().from(signingKeys).where(eq(signingKeys.purpose, purpose)).orderBy(signingKeys.createdAt)
}

/** SQL: whether the key of this name and purpose is published. */
export const isPublished = (purpose: Purpose, kid: SQL): SQL<boolean> => sql<boolean>`exists (
  select from ${signingKeys} k where k.purpose = ${sql.raw(`'${purpose}'`)} and k.kid = ${kid})`
