import { and, count, eq, isNull } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { notifications } from '../../db/schema/site.ts'

export async function countUnread(queries: Queries, userId: string): Promise<number> {
  const [row] = await queries
    .select({ unread: count() })
    .from(notifications)
    .where(and(eq(notifications.userId, userId), isNull(notifications.readAt)))
  return row?.unread ?? 0
}
