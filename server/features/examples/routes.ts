import { asc } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Item } from '#content/item.ts'
import { publishExample } from '#content/publish-example.ts'
import { listExamples } from '#contract/reading.ts'
import { examples } from '../../db/schema/catalog.ts'
import { serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'

/** Serves the published pool. Keys travel with these items, because none of them is ever sold. */
export function registerExamples(app: FastifyInstance, { db }: Services): void {
  serve(app, listExamples, async () => {
    const rows = await db.select().from(examples).orderBy(asc(examples.position))
    const results = rows.map(({ type, item }) => publishExample({ type, item: item as Item }))
    return { count: results.length, next: null, previous: null, results }
  })
}
