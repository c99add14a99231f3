import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useSession } from '../session/session-state.ts'

/** The person's number of unread notifications, for the menus. Its code is loaded with the first request. */
export const unreadQuery = queryOptions({
  queryKey: ['unread'],
  queryFn: async ({ client, signal }) => {
    const { readUnread } = await import('./read-unread.ts')
    const known = client.getQueryState<number>(['unread'])
    const said = await readUnread(known?.data, signal)
    // A number that was set meanwhile is newer than the reply: all was read, or a legal text brought more.
    const since = client.getQueryState<number>(['unread'])
    return since?.data === undefined || since.dataUpdateCount === known?.dataUpdateCount ? said : since.data
  },
  staleTime: 60_000,
})

export function noteUnread(client: QueryClient, count: number): void {
  client.setQueryData(unreadQuery.queryKey, Math.max(0, count))
}

/** The signed-in person's number of unread notifications; 0 for a guest and while unknown. */
export function useUnread(): number {
  const { status, user } = useSession()
  const isSignedIn = status === 'signed-in' && user !== null
  const { data } = useQuery({ ...unreadQuery, enabled: isSignedIn })
  return isSignedIn ? (data ?? 0) : 0
}
