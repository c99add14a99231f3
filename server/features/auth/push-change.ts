import { and, eq, isNull, lt, or } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { refreshFamilies } from '../../db/schema/accounts.ts'

/**
 * Whether this change of a browser's push subscription is later than all that its session has sent, and writes down that it came. What
 * a client gave up waiting for may arrive after what the person wanted next; it must not undo that.
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

/** The number of the last change that this session has sent; null: none had one. */
export async function lastPushChange(queries: Queries, familyId: string): Promise<number | null> {
  const [session] = await queries
    .select({ last: refreshFamilies.pushChange })
    .from(refreshFamilies)
    .where(eq(refreshFamilies.id, familyId))
  return session?.last ?? null
}
