import { desc, eq } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { legalTexts } from '../../db/schema/catalog.ts'
import type { LegalKind } from './legal-kind.ts'

export type LegalTextRow = typeof legalTexts.$inferSelect

/** The edition of a legal text that is in force; undefined where none was ever published. */
export async function newestLegalText(queries: Queries, kind: LegalKind): Promise<LegalTextRow | undefined> {
  const [text] = await queries
    .select()
    .from(legalTexts)
    .where(eq(legalTexts.kind, kind))
    .orderBy(desc(legalTexts.publishedAt))
    .limit(1)
  return text
}

/** Its version alone. A text is tens of kilobytes long: a registration and an order have no use for it. */
export async function versionInForce(queries: Queries, kind: LegalKind): Promise<string | undefined> {
  const [text] = await queries
    .select({ version: legalTexts.version })
    .from(legalTexts)
    .where(eq(legalTexts.kind, kind))
    .orderBy(desc(legalTexts.publishedAt))
    .limit(1)
  return text?.version
}
