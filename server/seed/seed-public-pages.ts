import { and, eq, notInArray, type SQL, sql } from 'drizzle-orm'
import { examplesVersion, generatorVersion } from '#content/generator-version.ts'
import type { Config } from '../config/config.ts'
import type { Queries } from '../db/connect.ts'
import { examples, faqEntries, siteSettings } from '../db/schema/catalog.ts'
import { footerSetting } from '../features/site/routes.ts'
import { seededFaq } from './seeded-faq.ts'

const written = { tests: { kind: 'test', key: 'slug' }, faq_entries: { kind: 'faq', key: 'id' } } as const

/** A column of an existing row: this release's, unless an operator has published texts of that row. */
export function unlessWritten(table: keyof typeof written, column: string): SQL {
  const { kind, key } = written[table]
  return sql.raw(`case when exists (select 1 from written_texts w where w.kind = '${kind}' and w.ref = excluded.${key}
    and w.published_at is not null) then ${table}.${column} else excluded.${column} end`)
}

/** Seeds the questions and answers, the contacts, and the public pool of examples. */
export async function seedReading(tx: Queries, { seller, lateHours }: Config): Promise<void> {
  await tx
    .insert(faqEntries)
    .values(seededFaq(lateHours).map((entry, position) => ({ ...entry, position })))
    .onConflictDoUpdate({
      target: faqEntries.id,
      set: {
        topic: unlessWritten('faq_entries', 'topic'),
        question: unlessWritten('faq_entries', 'question'),
        answer: unlessWritten('faq_entries', 'answer'),
        position: sql`excluded.position`,
      },
    })

  await tx
    .insert(siteSettings)
    .values({ name: footerSetting, value: { phone_number: seller.phone, email: seller.email } })
    .onConflictDoUpdate({ target: siteSettings.name, set: { value: sql`excluded.value` } })

  await seedExamples(tx)
}

/** The setting with the versions of the stored examples: of the generators, and of their choice. */
const examplesSetting = 'examples'
const versions = { generators: generatorVersion, choice: examplesVersion }

/** Loads the generators, which most of a process never needs, only if the stored examples are of other versions. */
async function seedExamples(tx: Queries): Promise<void> {
  const ofTheseVersions = and(eq(siteSettings.name, examplesSetting), eq(siteSettings.value, versions))
  if ((await tx.select().from(siteSettings).where(ofTheseVersions)).length > 0) return
  const { examplePool } = await import('#content/examples.ts')
  const pool = examplePool().map(({ type, item }, position) => ({ id: item.signature, type, item, position }))
  await tx.delete(examples).where(
    notInArray(
      examples.id,
      pool.map(({ id }) => id),
    ),
  )
  await tx
    .insert(examples)
    .values(pool)
    .onConflictDoUpdate({
      target: examples.id,
      set: { type: sql`excluded.type`, item: sql`excluded.item`, position: sql`excluded.position` },
    })
  await tx
    .insert(siteSettings)
    .values({ name: examplesSetting, value: versions })
    .onConflictDoUpdate({ target: siteSettings.name, set: { value: sql`excluded.value` } })
}
