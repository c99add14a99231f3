import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import type { Config, Seller } from '../config/config.ts'
import type { Queries } from '../db/connect.ts'
import { legalTexts, writtenTexts } from '../db/schema/catalog.ts'
import { type LegalKind, legalKinds } from '../features/legal/legal-kind.ts'
import { sanitiseStoredHtml } from '../html/sanitise-stored-html.ts'

/**
 * Publishes each text of content/legal that is new, but none of a kind that an operator writes, and none that is older than the
 * one in force: a process of an earlier release may start again beside a later one. Older ones stay for the people who agreed to
 * them. A text that differs in its apostrophes alone is the same edition: it is rewritten in place and keeps its day.
 */
export async function seedLegalTexts(tx: Queries, config: Config): Promise<void> {
  for (const kind of legalKinds) {
    if (await isWritten(tx, kind)) continue
    const text = await readText(config, kind)
    const [published] = await tx
      .select({ id: legalTexts.id, version: legalTexts.version, contentHtml: legalTexts.contentHtml })
      .from(legalTexts)
      .where(eq(legalTexts.kind, kind))
      .orderBy(desc(legalTexts.publishedAt))
      .limit(1)
    if (published !== undefined && isOlder(text.version, published.version)) continue
    if (published?.version === text.version) {
      if (published.contentHtml === text.contentHtml) continue
      await tx.update(legalTexts).set({ contentHtml: text.contentHtml }).where(eq(legalTexts.id, published.id))
      continue
    }
    await tx
      .insert(legalTexts)
      .values({ kind, ...text, publishedAt: sql`clock_timestamp()` })
      .onConflictDoUpdate({
        target: [legalTexts.kind, legalTexts.version],
        set: { contentHtml: text.contentHtml, publishedAt: sql`clock_timestamp()` },
      })
  }
}

async function isWritten(tx: Queries, kind: LegalKind): Promise<boolean> {
  const isIt = and(eq(writtenTexts.kind, 'legal'), eq(writtenTexts.ref, kind), isNotNull(writtenTexts.publishedAt))
  return (await tx.select({ id: writtenTexts.id }).from(writtenTexts).where(isIt).limit(1)).length > 0
}

/** Whether the number of the first version, such as 1.9-0a1b…, comes before that of the second, such as 1.16-…. */
export function isOlder(one: string, other: string): boolean {
  const [a, b] = [one, other].map((version) => version.split('-')[0]!.split('.').map(Number))
  const place = a!.findIndex((part, at) => part !== (b![at] ?? 0))
  return place === -1 ? a!.length < b!.length : a![place]! < (b![place] ?? 0)
}

/**
 * The text with the seller's details. Its version ends with a digest of the whole, so a consent names the exact words that were
 * read, also after the seller has moved. The digest ignores the kind of apostrophe.
 */
async function readText({ projectRoot, seller }: Config, kind: LegalKind) {
  const source = readLegalSource(await readFile(join(projectRoot, 'content/legal', `${kind}.uk.html`), 'utf8'))
  const contentHtml = sanitiseStoredHtml(fillIn(source.html, seller))
  const digest = createHash('sha256')
    .update(`${source.title}\n${contentHtml}`.replaceAll('’', "'"))
    .digest('hex')
    .slice(0, 12)
  return { title: source.title, contentHtml, version: `${source.version}-${digest}` }
}

function fillIn(html: string, seller: Seller): string {
  return html.replaceAll(/\{\{seller\.(\w+)\}\}/g, (_whole, name: string) => {
    if (!Object.hasOwn(seller, name)) throw new Error(`A legal text names the unknown detail seller.${name}`)
    return escapeHtml(seller[name as keyof Seller])
  })
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

interface LegalSource {
  version: string
  title: string
  html: string
}

/** Parses a file of content/legal: `version:` and `title:` lines, an empty line, then HTML with {{seller.…}} to be filled in. */
export function readLegalSource(file: string): LegalSource {
  const match = /^version: (?<version>\S+)\ntitle: (?<title>.+)\n\n(?<html>[\s\S]+)$/.exec(file)
  if (match === null) throw new Error('A legal text must begin with its version, its title and an empty line')
  return match.groups as unknown as LegalSource
}
