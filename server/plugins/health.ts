import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { Failure } from '../failure.ts'
import type { Services } from '../services.ts'

/** /healthz: the process answers. /readyz: it can do its work, which is to reach the database. */
export function registerHealth(app: FastifyInstance, { db }: Services): void {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }))
  app.get('/readyz', { schema: { hide: true } }, async () => {
    try {
      await db.execute(sql`select 1`)
      return { status: 'ready' }
    } catch {
      throw new Failure(503, 'overloaded', 'База даних недоступна.', { retryAfterSeconds: 5 })
    }
  })
}
