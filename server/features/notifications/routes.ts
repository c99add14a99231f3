import { and, count, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { listNotifications, readNotifications } from '#contract/notification.ts'
import type { Queries } from '../../db/connect.ts'
import { notifications } from '../../db/schema/site.ts'
import { isUuid } from '../../db/uuid.ts'
import { serve } from '../../serve.ts'
import type { Services } from '../../services.ts'
import { readLimit } from '../catalog/page-of-list.ts'

type NotificationRow = typeof notifications.$inferSelect

/** A cursor carries milliseconds, the database microseconds: rows are ordered by what the cursor can say. */
const moment = sql`date_trunc('milliseconds', ${notifications.createdAt})`

export function registerNotifications(app: FastifyInstance, { db }: Services): void {
  serve(app, listNotifications, async ({ query, user }) => {
    const limit = readLimit(query.limit)
    const after = readCursor(query.cursor)
    // One row more than asked for tells whether there is a next page.
    const rows = await db
      .select()
      .from(notifications)
      .where(
        and(
          eq(notifications.userId, user.id),
          after &&
            sql`(${moment}, ${notifications.id}) < (${after.createdAt.toISOString()}::timestamptz, ${after.id}::uuid)`,
        ),
      )
      .orderBy(desc(moment), desc(notifications.id))
      .limit(limit + 1)
    const page = rows.slice(0, limit)
    const last = page.at(-1)
    return {
      count: await db.$count(notifications, eq(notifications.userId, user.id)),
      unread_count: await countUnread(db, user.id),
      next: rows.length > limit && last ? `${listNotifications.path}?limit=${limit}&cursor=${writeCursor(last)}` : null,
      previous: null,
      results: page.map(presentNotification),
    }
  })

  serve(app, readNotifications, async ({ body, user }) => {
    const unread = and(eq(notifications.userId, user.id), isNull(notifications.readAt))
    const which = body.ids === undefined ? unread : and(unread, inArray(notifications.id, body.ids.filter(isUuid)))
    await db.update(notifications).set({ readAt: sql`now()` }).where(which)
    return {}
  })
}

export async function countUnread(queries: Queries, userId: string): Promise<number> {
  const [row] = await queries
    .select({ unread: count() })
    .from(notifications)
    .where(and(eq(notifications.userId, userId), isNull(notifications.readAt)))
  return row?.unread ?? 0
}

function presentNotification(row: NotificationRow) {
  return {
    id: row.id,
    kind: row.kind,
    title: row.title,
    message: row.message,
    created_at: row.createdAt.toISOString(),
    read_at: row.readAt?.toISOString() ?? null,
    additional_data: row.additionalData as { purchase_pack_id: string; purchase_pack_title: string } | null,
  }
}

type Position = Pick<NotificationRow, 'createdAt' | 'id'>

const writeCursor = ({ createdAt, id }: Position) => `${createdAt.getTime()}_${id}`

/** Anything that is no cursor of ours means the first page. */
function readCursor(text: string | undefined): Position | undefined {
  const [moment, id] = (text ?? '').split('_')
  if (!/^\d{1,15}$/.test(moment ?? '') || !isUuid(id ?? '')) return undefined
  return { createdAt: new Date(Number(moment)), id: id! }
}
