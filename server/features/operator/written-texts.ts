import { createHash } from 'node:crypto'
import { and, asc, desc, eq, isNull, lte, sql } from 'drizzle-orm'
import type { textKinds } from '#contract/staff/texts.ts'
import type { Database, Queries } from '../../db/connect.ts'
import { faqEntries, legalTexts, tests, writtenTexts } from '../../db/schema/catalog.ts'
import { isUuid } from '../../db/uuid.ts'
import { sanitiseStoredHtml } from '../../html/sanitise-stored-html.ts'
import { OperatorMistake } from '../audit/operator-mistake.ts'
import type { Act } from '../audit/act-as-operator.ts'
import { foldForSearch } from '../catalog/fold-for-search.ts'
import { legalKinds } from '../legal/legal-kind.ts'

/** A test's texts by its slug, an entry of questions and answers by its id, a legal text by its kind. */
export type TextKind = (typeof textKinds)[number]

/** The fields of each kind. `info` and `content` are HTML, sanitised when they are written. */
export const fieldsOf = {
  test: ['title', 'summary', 'info'],
  faq: ['topic', 'question', 'answer'],
  legal: ['title', 'version', 'content'],
} as const satisfies Record<TextKind, readonly string[]>

/** A text by the names of its fields. */
export type TextContent = Readonly<Record<string, string>>

export interface WrittenText {
  kind: TextKind
  ref: string
  content: TextContent
  /** When it is published; null: now. */
  beginsAt: Date | null
}

const longestField = 100_000

/**
 * The content as it will be stored, and the tags and attributes that the sanitiser takes away. Throws OperatorMistake for an
 * unknown thing, a missing field, a legal version that is in force already, or a text that is too long.
 */
export async function previewText(queries: Queries, { kind, ref, content }: Omit<WrittenText, 'beginsAt'>) {
  await requireRef(queries, kind, ref)
  const fields: readonly string[] = fieldsOf[kind]
  for (const field of fields) {
    const text = content[field]?.trim() ?? ''
    if (text === '') throw new OperatorMistake(`The field ${field} is empty.`)
    if (text.length > longestField)
      throw new OperatorMistake(`The field ${field} is longer than ${longestField} characters.`)
  }
  const isHtml = (field: string) => field === 'info' || field === 'content'
  const stored = Object.fromEntries(
    fields.map((field) => {
      const text = content[field]!.trim()
      return [field, isHtml(field) ? sanitiseStoredHtml(text) : text]
    }),
  )
  if (kind === 'legal') await requireNewVersion(queries, ref, stored)
  const removed = fields.filter(isHtml).flatMap((field) => takenAway(content[field]!, stored[field]!))
  return { stored, removed: [...new Set(removed)] }
}

/** Names of tags and attributes that are in the first text and not in the second. */
function takenAway(before: string, after: string): string[] {
  const namesIn = (html: string) => [
    ...[...html.matchAll(/<([a-z][a-z0-9]*)/gi)].map(([, name]) => `<${name!.toLowerCase()}>`),
    ...[...html.matchAll(/\s([a-z-]+)\s*=\s*["']/gi)].map(([, name]) => name!.toLowerCase()),
  ]
  const kept = new Set(namesIn(after))
  return namesIn(before).filter((name) => !kept.has(name))
}

/** Writes a text that is published now or at its moment. Throws as `previewText`, and for a moment that has passed. */
export async function writeText(tx: Queries, { kind, ref, content, beginsAt }: WrittenText): Promise<{ act: Act }> {
  if (beginsAt !== null && beginsAt.getTime() <= Date.now()) throw new OperatorMistake('That moment has passed.')
  const { stored } = await previewText(tx, { kind, ref, content })
  const [written] = await tx
    .insert(writtenTexts)
    .values({ kind, ref, content: stored, beginsAt: beginsAt ?? new Date() })
    .returning({ id: writtenTexts.id })
  if (beginsAt === null) await publish(tx, { id: written!.id, kind, ref, content: stored })
  return {
    act: {
      command: 'text',
      before: { kind, ref },
      after: { kind, ref, text: written!.id, begins_at: beginsAt?.toISOString() ?? 'now' },
    },
  }
}

/** Publishes the content of an earlier text of the same thing again. Throws OperatorMistake if there is none of this id. */
export async function goBackTo(tx: Queries, id: string): Promise<{ act: Act }> {
  const [earlier] = isUuid(id) ? await tx.select().from(writtenTexts).where(eq(writtenTexts.id, id)) : []
  if (earlier === undefined) throw new OperatorMistake('There is no text of this id.')
  if (earlier.kind === 'legal') throw new OperatorMistake('A legal text is never taken back: publish a new edition.')
  const { kind, ref, content } = earlier
  return writeText(tx, { kind: kind as TextKind, ref, content: content as TextContent, beginsAt: null })
}

/** Takes a text back before its moment. Throws OperatorMistake if none of this id is still to come. */
export async function cancelText(tx: Queries, id: string): Promise<{ act: Act }> {
  const isComing = isUuid(id)
    ? and(eq(writtenTexts.id, id), isNull(writtenTexts.publishedAt), isNull(writtenTexts.cancelledAt))
    : sql`false`
  const cancelled = await tx
    .update(writtenTexts)
    .set({ cancelledAt: sql`now()` })
    .where(isComing)
    .returning({ kind: writtenTexts.kind, ref: writtenTexts.ref })
  if (cancelled.length === 0) throw new OperatorMistake('No text of this id is still to come.')
  const thing = { text: id, ...cancelled[0]! }
  return {
    act: { command: 'text-cancel', before: { ...thing, state: 'planned' }, after: { ...thing, state: 'cancelled' } },
  }
}

/** Publishes the texts whose moment has come, the oldest first. Several processes share the work. */
export async function publishDueTexts(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    const isDue = and(
      isNull(writtenTexts.publishedAt),
      isNull(writtenTexts.cancelledAt),
      lte(writtenTexts.beginsAt, sql`now()`),
    )
    const due = await tx
      .select()
      .from(writtenTexts)
      .where(isDue)
      .orderBy(asc(writtenTexts.beginsAt), asc(writtenTexts.id))
      .limit(20)
      .for('update')
    for (const { id, kind, ref, content } of due) {
      await publish(tx, { id, kind: kind as TextKind, ref, content: content as TextContent })
    }
  })
}

async function publish(
  tx: Queries,
  { id, kind, ref, content }: { id: string; kind: TextKind; ref: string; content: TextContent },
): Promise<void> {
  const { title = '', summary = '', info = '', topic = '', question = '', answer = '' } = content
  if (kind === 'test') {
    const searchText = foldForSearch(`${title} ${summary}`)
    await tx.update(tests).set({ title, summary, infoHtml: info, searchText }).where(eq(tests.slug, ref))
  } else if (kind === 'faq') {
    await tx.update(faqEntries).set({ topic, question, answer }).where(eq(faqEntries.id, ref))
  } else {
    const contentHtml = content.content!
    await tx
      .insert(legalTexts)
      .values({ kind: ref, version: editionOf(content), title, contentHtml, publishedAt: sql`clock_timestamp()` })
  }
  await tx.update(writtenTexts).set({ publishedAt: sql`now()` }).where(eq(writtenTexts.id, id))
}

/** The version of a legal text ends with a digest of its words, so a consent names exactly what was read. */
function editionOf({ version, title, content }: TextContent): string {
  const digest = createHash('sha256').update(`${title}\n${content}`.replaceAll('’', "'")).digest('hex')
  return `${version}-${digest.slice(0, 12)}`
}

async function requireNewVersion(queries: Queries, kind: string, content: TextContent): Promise<void> {
  if (!/^[\w.]{1,20}$/.test(content.version!)) throw new OperatorMistake('A version is letters, digits and dots: 1.17.')
  const isIt = and(eq(legalTexts.kind, kind), eq(legalTexts.version, editionOf(content)))
  const known = await queries.select({ id: legalTexts.id }).from(legalTexts).where(isIt)
  if (known.length > 0) throw new OperatorMistake('This edition was published before.')
}

async function requireRef(queries: Queries, kind: TextKind, ref: string): Promise<void> {
  const known =
    kind === 'legal'
      ? (legalKinds as readonly string[]).includes(ref)
      : kind === 'test'
        ? (await queries.select({ id: tests.id }).from(tests).where(eq(tests.slug, ref))).length > 0
        : (await queries.select({ id: faqEntries.id }).from(faqEntries).where(eq(faqEntries.id, ref))).length > 0
  if (!known) throw new OperatorMistake(`There is no ${kind} ${ref}.`)
}

/** Everything that can be written: what is published now, what is to come, and the last texts that were written. */
export async function listTexts(queries: Queries) {
  const ofTests = await queries.select().from(tests).orderBy(asc(tests.position))
  const ofFaq = await queries.select().from(faqEntries).orderBy(asc(faqEntries.position))
  const ofLaw = await queries
    .selectDistinctOn([legalTexts.kind])
    .from(legalTexts)
    .orderBy(legalTexts.kind, desc(legalTexts.publishedAt))
  const written = await queries.select().from(writtenTexts).orderBy(desc(writtenTexts.createdAt)).limit(200)
  const now = [
    ...ofTests.map((row) => ({
      kind: 'test' as const,
      ref: row.slug,
      content: { title: row.title, summary: row.summary, info: row.infoHtml },
    })),
    ...ofFaq.map((row) => ({
      kind: 'faq' as const,
      ref: row.id,
      content: { topic: row.topic, question: row.question, answer: row.answer },
    })),
    ...ofLaw.map((row) => ({
      kind: 'legal' as const,
      ref: row.kind,
      content: { title: row.title, version: row.version.replace(/-[0-9a-f]{12}$/, ''), content: row.contentHtml },
    })),
  ]
  return { now, written }
}
