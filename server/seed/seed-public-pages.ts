import { notInArray, sql } from 'drizzle-orm'
import { examplePool } from '#content/examples.ts'
import type { Config } from '../config/config.ts'
import type { Queries } from '../db/connect.ts'
import { examples, faqEntries, siteSettings } from '../db/schema/catalog.ts'
import { footerSetting } from '../features/site/routes.ts'
import { seededFaq } from './seeded-faq.ts'

/** Everything that visitors only read: questions and answers, contacts, the published pool of examples. */
export async function seedReading(tx: Queries, { seller, lateHours }: Config): Promise<void> {
  await tx
    .insert(faqEntries)
    .values(seededFaq(lateHours).map((entry, position) => ({ ...entry, position })))
    .onConflictDoUpdate({
      target: faqEntries.id,
      set: {
        topic: sql`excluded.topic`,
        question: sql`excluded.question`,
        answer: sql`excluded.answer`,
        position: sql`excluded.position`,
      },
    })

  await tx
    .insert(siteSettings)
    .values({ name: footerSetting, value: { phone_number: seller.phone, email: seller.email } })
    .onConflictDoUpdate({ target: siteSettings.name, set: { value: sql`excluded.value` } })

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
}
