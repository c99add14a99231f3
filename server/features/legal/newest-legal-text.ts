import { desc, eq } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { legalTexts } from '../../db/schema/catalog.ts'
import type { LegalKind } from './legal-kind.ts'

export type LegalTextRow = typeof legalTexts.$inferSelect

/** The edition of a legal text that is in force; undefined if none was ever published. */
export async function newestLegalText(queries: Queries, kind: LegalKind): Promise<LegalTextRow | undefined> {
  const [text] = await queries
    .select()
    .from(legalTexts)
    .where(eq(legalTexts.kind, kind))
    .orderBy(desc(legalTexts.publishedAt))
    .limit(1)
  return text
}

/** The version in force, without the text: a registration and an order do not need its tens of kilobytes. Undefined: none. */
export async function versionInForce(queries: Queries, kind: LegalKind): Promise<string | undefined> {
  const [text] = await queries
    .select({ version: legalTexts.version })
    .from(legalTexts)
    .where(eq(legalTexts.kind, kind))
    .orderBy(desc(legalTexts.publishedAt))
    .limit(1)
  return text?.version
}
