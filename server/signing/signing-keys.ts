import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { signingKeys } from '../db/schema/site.ts'

/** A signature of a key of one purpose is not valid for another. */
export type Purpose = 'receipt' | 'certificate' | 'push'

export interface PublishedKey {
  kid: string
  publicJwk: unknown
}

/** Publishes a public key. A published one stays as it is. */
export async function publishKey(db: Database, purpose: Purpose, { kid, publicJwk }: PublishedKey): Promise<void> {
  await db.insert(signingKeys).values({ kid, publicJwk, purpose }).onConflictDoNothing()
}

/** The published key of this name and purpose, or undefined. */
export async function findKey(db: Database, purpose: Purpose, kid: string): Promise<PublishedKey | undefined> {
  const [key] = await db
    .select()
    .from(signingKeys)
    .where(and(eq(signingKeys.kid, kid), eq(signingKeys.purpose, purpose)))
  return key
}

/** All published keys of this purpose, oldest first. */
export async function listKeys(db: Database, purpose: Purpose): Promise<PublishedKey[]> {
  return db.select().from(signingKeys).where(eq(signingKeys.purpose, purpose)).orderBy(signingKeys.createdAt)
}

/** SQL: whether this key is published. */
export const isPublished = (purpose: Purpose, kid: SQL): SQL<boolean> => sql<boolean>`exists (
  select from ${signingKeys} k where k.purpose = ${sql.raw(`'${purpose}'`)} and k.kid = ${kid})`
