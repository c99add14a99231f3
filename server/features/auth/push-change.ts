import { and, eq, isNull, lt, or } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { refreshFamilies } from '../../db/schema/accounts.ts'

/**
 * Records a change of a browser's push subscription; true if it is the latest of its session. A request that a client gave up may
 * arrive after the person's next change, and must not undo that.
 */
export async function recordPushChange(tx: Queries, familyId: string, change: number): Promise<boolean> {
  const taken = await tx
    .update(refreshFamilies)
    .set({ pushChange: change })
    .where(
      and(
        eq(refreshFamilies.id, familyId),
        or(isNull(refreshFamilies.pushChange), lt(refreshFamilies.pushChange, change)),
      ),
    )
    .returning({ id: refreshFamilies.id })
  return taken.length > 0
}

/** The number of the last change that this session has sent; null if it sent none. */
export async function lastPushChange(queries: Queries, familyId: string): Promise<number | null> {
  const [session] = await queries
    .select({ last: refreshFamilies.pushChange })
    .from(refreshFamilies)
    .where(eq(refreshFamilies.id, familyId))
  return session?.last ?? null
}
