// Apart from the badge: the header counts on every page and draws none.
import { useQuery } from '@tanstack/react-query'
import { unreadQuery } from '../../queries/unread-query.ts'
import { useSession } from '../../session/session-state.ts'

/** How many notifications the signed-in person has not read; 0 for a guest and while it is not known. */
export function useUnread(): number {
  const { status, user } = useSession()
  const isSignedIn = status === 'signed-in' && user !== null
  const { data } = useQuery({ ...unreadQuery, enabled: isSignedIn })
  return isSignedIn ? (data ?? 0) : 0
}
