import { asc } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { listFaq } from '#contract/reading.ts'
import { faqEntries } from '../../db/schema/catalog.ts'
import { serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'

export function registerFaq(app: FastifyInstance, { db }: Services): void {
  serve(app, listFaq, async () => {
    const rows = await db.select().from(faqEntries).orderBy(asc(faqEntries.position))
    const results = rows.map(({ id, topic, question, answer }) => ({ id, topic, question, answer }))
    return { count: results.length, next: null, previous: null, results }
  })
}
