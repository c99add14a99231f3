import { and, eq, ne } from 'drizzle-orm'
import type { Queries } from '../../db/connect.ts'
import { pushSubscriptions } from '../../db/schema/pushes.ts'
import type { EndedSessions } from '../auth/sessions.ts'

/** Deletes the push subscriptions of ended sessions, with the messages that wait for them. */
export async function dropSubscriptions(queries: Queries, ended: EndedSessions): Promise<void> {
  await queries.delete(pushSubscriptions).where(isOf(ended))
}

function isOf(ended: EndedSessions) {
  if ('familyId' in ended) return eq(pushSubscriptions.familyId, ended.familyId)
  const { userId, except } = ended
  return and(
    eq(pushSubscriptions.userId, userId),
    except === undefined ? undefined : ne(pushSubscriptions.familyId, except),
  )
}
