import { and, eq, sql } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { notifications } from '../../db/schema/site.ts'

/** Whether a person has notifications of this attempt's result and has read none of them. Opening the result reads them. */
export async function isResultUnseen(queries: Queries, userId: string, attemptId: string): Promise<boolean> {
  const ofIt = sql`${notifications.additionalData}->'result'->>'attempt_id' = ${attemptId}`
  const [news] = await queries
    .select({ isUnread: sql<boolean>`coalesce(bool_and(${notifications.readAt} is null), false)` })
    .from(notifications)
    .where(and(eq(notifications.userId, userId), ofIt))
  return news!.isUnread
}
