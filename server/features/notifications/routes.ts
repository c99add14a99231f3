import { and, eq, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/notification.ts'
import type { Database } from '../../db/connect.ts'
import { notifications } from '../../db/schema/site.ts'
import { isUuid } from '../../db/uuid.ts'
import { serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { listNotifications } from './list-notifications.ts'

export function registerNotifications(app: FastifyInstance, { db }: Services): void {
  serve(app, contract.listNotifications, ({ query, user }) => listNotifications(db, user.id, query))

  serve(app, contract.readNotifications, async ({ body: { ids, until, result }, user }) => {
    const unread = and(eq(notifications.userId, user.id), isNull(notifications.readAt))
    const meant = and(
      unread,
      ids && inArray(notifications.id, ids.filter(isUuid)),
      until === undefined ? undefined : notAfter(db, user.id, until),
      result === undefined ? undefined : sql`${notifications.additionalData}->'result'->>'attempt_id' = ${result}`,
    )
    await db.update(notifications).set({ readAt: sql`now()` }).where(meant)
    return {}
  })
}

/** Notifications as old as this person's `id` or older; none if they have no such one. */
function notAfter(db: Database, userId: string, id: string): SQL {
  const isIt = and(eq(notifications.userId, userId), isUuid(id) ? eq(notifications.id, id) : sql`false`)
  return lte(notifications.createdAt, db.select({ at: notifications.createdAt }).from(notifications).where(isIt))
}
