import { asc } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Item } from '#content/item.ts'
import { splitItem } from '#content/split-item.ts'
import { listExamples } from '#contract/reading.ts'
import { examples } from '../../db/schema/catalog.ts'
import { serve } from '../../serve.ts'
import type { Services } from '../../services.ts'

/** The published pool: the one place where keys travel before grading, since none of these items is ever sold. */
export function registerExamples(app: FastifyInstance, { db }: Services): void {
  serve(app, listExamples, async () => {
    const rows = await db.select().from(examples).orderBy(asc(examples.position))
    const results = rows.map(({ type, item }) => {
      const { question, key } = splitItem(item as Item)
      return {
        type,
        question,
        right: key.right,
        explanation: key.explanation,
        explanation_figure: key.explanation_figure ?? null,
      }
    })
    return { count: results.length, next: null, previous: null, results }
  })
}
