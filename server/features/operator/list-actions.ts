import { and, desc, eq } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { operatorActions } from '../../db/schema/operators.ts'

/** What operators did, the newest first: to one person or one purchase, or to all where neither is named. */
export function listActions(queries: Queries, of: { userId?: string; purchaseId?: string }, limit: number) {
  return queries
    .select()
    .from(operatorActions)
    .where(
      and(
        of.userId === undefined ? undefined : eq(operatorActions.userId, of.userId),
        of.purchaseId === undefined ? undefined : eq(operatorActions.purchaseId, of.purchaseId),
      ),
    )
    .orderBy(desc(operatorActions.doneAt), desc(operatorActions.id))
    .limit(limit)
}
