import { desc, eq, or } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { operatorActions } from '../../db/schema/operators.ts'

/** Acts of operators, the newest first: for the person, order or purchase of this id, or all. */
export function listActions(queries: Queries, id: string | null, limit: number) {
  return queries
    .select()
    .from(operatorActions)
    .where(
      id === null
        ? undefined
        : or(eq(operatorActions.userId, id), eq(operatorActions.orderId, id), eq(operatorActions.purchaseId, id)),
    )
    .orderBy(desc(operatorActions.doneAt), desc(operatorActions.id))
    .limit(limit)
}
