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

/** A notification's moment in whole microseconds, as exact as the database's own: what a cursor must carry. */
const microseconds = sql<string>`(extract(epoch from ${notifications.createdAt}) * 1000000)::bigint::text`

export function registerNotifications(app: FastifyInstance, { db }: Services): void {
  serve(app, listNotifications, async ({ query, user }) => {
    const limit = readLimit(query.limit)
    const after = readCursor(query.cursor)
    // One row more than asked for tells whether there is a next page.
    const rows = await db
      .select({ row: notifications, microseconds })
      .from(notifications)
      .where(and(eq(notifications.userId, user.id), after && isBefore(after)))
      .orderBy(desc(notifications.createdAt), desc(notifications.id))
      .limit(limit + 1)
    const page = rows.slice(0, limit)
    const last = page.at(-1)
    return {
      count: await db.$count(notifications, eq(notifications.userId, user.id)),
      unread_count: await countUnread(db, user.id),
      next: rows.length > limit && last ? `${listNotifications.path}?limit=${limit}&cursor=${writeCursor(last)}` : null,
      previous: null,
      results: page.map(({ row }) => presentNotification(row)),
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

/** Where a page ended. */
interface Position {
  microseconds: string
  id: string
}

const isBefore = ({ microseconds: moment, id }: Position) =>
  sql`(${notifications.createdAt}, ${notifications.id}) < (to_timestamp(0) + ${moment}::bigint * interval '1 microsecond', ${id}::uuid)`

const writeCursor = (last: { microseconds: string; row: NotificationRow }) => `${last.microseconds}_${last.row.id}`

/** Anything that is no cursor of ours means the first page. */
function readCursor(text: string | undefined): Position | undefined {
  const [microseconds = '', id = ''] = (text ?? '').split('_')
  return /^\d{1,17}$/.test(microseconds) && isUuid(id) ? { microseconds, id } : undefined
}
