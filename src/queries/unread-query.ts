import { type QueryClient, queryOptions } from '@tanstack/react-query'

/** How many notifications of the person are unread, for the menus. The code that asks is loaded with the first question. */
export const unreadQuery = queryOptions({
  queryKey: ['unread'],
  queryFn: async ({ client, signal }) => {
    const { readUnread } = await import('./read-unread.ts')
    return readUnread(client.getQueryData<number>(['unread']), signal)
  },
  staleTime: 60_000,
})

/** The server has just said how much is unread. */
export function noteUnread(client: QueryClient, count: number): void {
  client.setQueryData(unreadQuery.queryKey, Math.max(0, count))
}
