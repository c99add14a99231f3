import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/notification.ts'
import { notifications } from '../../db/schema/site.ts'
import { isUuid } from '../../db/uuid.ts'
import { serve } from '../../serve.ts'
import type { Services } from '../../services.ts'
import { listNotifications } from './list-notifications.ts'

export function registerNotifications(app: FastifyInstance, { db }: Services): void {
  serve(app, contract.listNotifications, ({ query, user }) => listNotifications(db, user.id, query))

  serve(app, contract.readNotifications, async ({ body, user }) => {
    const unread = and(eq(notifications.userId, user.id), isNull(notifications.readAt))
    const which = body.ids === undefined ? unread : and(unread, inArray(notifications.id, body.ids.filter(isUuid)))
    await db.update(notifications).set({ readAt: sql`now()` }).where(which)
    return {}
  })
}
