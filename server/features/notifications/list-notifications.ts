import { and, eq } from 'drizzle-orm'
import { listNotifications as endpoint } from '#contract/notification.ts'
import type { Database } from '../../db/connect.ts'
import { notifications } from '../../db/schema/site.ts'
import { readLimit } from '../catalog/page-of-list.ts'
import { countUnread } from './count-unread.ts'
import { type Cursor, isBeyond, orderFrom, placeColumns, readCursor, writeCursor } from './cursor.ts'

type NotificationRow = typeof notifications.$inferSelect

/** One page of this person's notifications, the newest first, with the addresses of its neighbours. */
export async function listNotifications(
  db: Database,
  userId: string,
  query: { cursor?: string | undefined; limit?: string | undefined },
) {
  const limit = readLimit(query.limit)
  const cursor = readCursor(query.cursor)
  const way = cursor?.way ?? 'older'
  // One row more than asked for tells whether the list goes on this way.
  const nearest = await db
    .select({ row: notifications, place: placeColumns })
    .from(notifications)
    .where(and(eq(notifications.userId, userId), cursor && isBeyond(cursor)))
    .orderBy(...orderFrom(way))
    .limit(limit + 1)
  const goesOn = nearest.length > limit
  const page = nearest.slice(0, limit)
  if (way === 'newer') page.reverse()
  const [first, last] = [page.at(0), page.at(-1)]
  const addressOf = (towards: Cursor['way'], place: { microseconds: string; id: string }) =>
    `${endpoint.path}?limit=${limit}&cursor=${writeCursor(towards, place)}`
  return {
    count: await db.$count(notifications, eq(notifications.userId, userId)),
    unread_count: await countUnread(db, userId),
    // Where the page was come to from, there is the row that the cursor named.
    next: last && (way === 'newer' || goesOn) ? addressOf('older', last.place) : null,
    previous: first && (way === 'newer' ? goesOn : cursor) ? addressOf('newer', first.place) : null,
    results: page.map(({ row }) => presentNotification(row)),
  }
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
