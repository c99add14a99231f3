import type { QueryClient } from '@tanstack/react-query'
import { sessionState, subscribeSession } from '../session/session-state.ts'

/** Shows the number of unread notifications on the icon of the installed app, as far as it is known. */
export function showUnreadBadge(client: QueryClient): void {
  if (!('setAppBadge' in navigator)) return
  let shown = 0
  const show = (unread: number) => {
    if (unread === shown) return
    shown = unread
    // Refused where the app is not installed: then there is no icon to show it on.
    navigator.setAppBadge(unread).catch(() => undefined)
  }
  client.getQueryCache().subscribe(({ query, type }) => {
    if (query.queryKey[0] === 'notifications' && type === 'updated') show(unreadCount(query.state.data) ?? shown)
  })
  subscribeSession(() => {
    if (sessionState().status === 'guest') show(0)
  })
}

/** The newest page of the list has it; null while none was loaded. */
function unreadCount(data: unknown): number | null {
  if (typeof data !== 'object' || data === null) return null
  if ('pages' in data && Array.isArray(data.pages)) return unreadCount(data.pages[0])
  return 'unread_count' in data && typeof data.unread_count === 'number' ? data.unread_count : null
}
