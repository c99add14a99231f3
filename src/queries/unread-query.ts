import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useSession } from '../session/session-state.ts'

/** How many notifications of the person are unread, for the menus. The code that asks is loaded with the first question. */
export const unreadQuery = queryOptions({
  queryKey: ['unread'],
  queryFn: async ({ client, signal }) => {
    const { readUnread } = await import('./read-unread.ts')
    const known = client.getQueryState<number>(['unread'])
    const said = await readUnread(known?.data, signal)
    // What was noted while this was asked is newer than the reply: all has been read, or a legal text brought more.
    const since = client.getQueryState<number>(['unread'])
    return since?.data === undefined || since.dataUpdateCount === known?.dataUpdateCount ? said : since.data
  },
  staleTime: 60_000,
})

/** The server has just said how much is unread. */
export function noteUnread(client: QueryClient, count: number): void {
  client.setQueryData(unreadQuery.queryKey, Math.max(0, count))
}

/** How many notifications the signed-in person has not read; 0 for a guest and while it is not known. */
export function useUnread(): number {
  const { status, user } = useSession()
  const isSignedIn = status === 'signed-in' && user !== null
  const { data } = useQuery({ ...unreadQuery, enabled: isSignedIn })
  return isSignedIn ? (data ?? 0) : 0
}
