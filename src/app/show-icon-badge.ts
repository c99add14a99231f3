import type { QueryClient } from '@tanstack/react-query'
import { unreadQuery } from '../queries/unread-query.ts'
import { sessionState, subscribeSession } from '../session/session-state.ts'

/** Shows the number of unread notifications on the icon of the installed app, as far as it is known. */
export function showIconBadge(client: QueryClient): void {
  if (!('setAppBadge' in navigator)) return
  const { queryKey } = unreadQuery
  // What an earlier page has left there is not known: the first word of the server always counts.
  let shown: number | null = null
  const show = () => {
    const unread = sessionState().status === 'guest' ? 0 : client.getQueryData(queryKey)
    if (unread === undefined || unread === shown) return
    shown = unread
    // Refused where the app is not installed: then there is no icon to show it on.
    navigator.setAppBadge(unread).catch(() => undefined)
  }
  client.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] === queryKey[0]) show()
  })
  subscribeSession(show)
  show()
}
