import { and, eq } from 'drizzle-orm'
import { listNotifications as endpoint, type Notification } from '#contract/notification.ts'
import type { Database } from '../../db/connect.ts'
import { cutPage, type SortKey, valuesOf, walkFrom } from '../../db/keyset.ts'
import { notifications } from '../../db/schema/site.ts'
import { pageOfList, readLimit } from '../../http/page-of-list.ts'
import { countUnread } from './count-unread.ts'

type NotificationRow = typeof notifications.$inferSelect

const newestFirst: SortKey[] = [
  { value: notifications.createdAt, type: 'timestamptz', isDescending: true },
  { value: notifications.id, type: 'uuid', isDescending: true },
]

/** One page of a person's notifications, the newest first, with the addresses of its neighbours. */
export async function listNotifications(
  db: Database,
  userId: string,
  query: { cursor?: string | undefined; limit?: string | undefined },
) {
  const limit = readLimit(query.limit)
  const theirs = eq(notifications.userId, userId)
  const walk = await walkFrom(query.cursor, newestFirst, (id) =>
    db
      .select(valuesOf(newestFirst))
      .from(notifications)
      .where(and(theirs, eq(notifications.id, id))),
  )
  const read = await db
    .select()
    .from(notifications)
    .where(and(theirs, walk.where))
    .orderBy(...walk.order)
    .limit(limit + 1)
  const { page, ...neighbours } = cutPage(read, limit, walk, ({ id }) => id)
  const count = await db.$count(notifications, theirs)
  return {
    unread_count: await countUnread(db, userId),
    ...pageOfList(page.map(presentNotification), { path: endpoint.path, query, count, ...neighbours }),
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
    additional_data: row.additionalData as Notification['additional_data'],
  }
}
