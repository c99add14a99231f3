// A lazy boundary: a guest has no count.
import { listNotifications } from '#contract/notification.ts'
import { ApiError } from '../http/api-error.ts'
import { sessionRequest } from '../session/session-request.ts'

/** The unread number. A server without notifications sends it only with legal texts (S3.10); then the known one stays. */
export async function readUnread(known: number | undefined, signal: AbortSignal): Promise<number> {
  try {
    const { unread_count } = await sessionRequest(listNotifications, { query: { limit: '1' } }, { signal })
    return unread_count ?? known ?? 0
  } catch (error) {
    if (error instanceof ApiError && error.kind !== 'network') return known ?? 0
    throw error
  }
}
