import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { listNotifications } from '#contract/notification.ts'
import { ApiError } from '../http/api-error.ts'
import { emptyList, whereKnown } from '../http/where-known.ts'
import { sessionRequest } from '../session/session-request.ts'
import { nextPage, type PageFilters } from './next-page.ts'

const unreadKey = ['unread'] as const

/** What a person was told, and how much of it is unread. */
export const notificationQueries = {
  list: () =>
    infiniteQueryOptions({
      queryKey: ['notifications'],
      queryFn: async ({ client, pageParam, signal }) => {
        const call = sessionRequest(listNotifications, { query: pageParam }, { signal })
        const page = await whereKnown(call, { ...emptyList, unread_count: 0 })
        noteUnread(client, page.unread_count)
        return page
      },
      initialPageParam: {} as PageFilters,
      getNextPageParam: nextPage,
    }),
  /** The number alone, for the menus. A server without notifications says it only beside its legal texts (S3.10). */
  unread: () =>
    queryOptions({
      queryKey: unreadKey,
      queryFn: async ({ client, signal }) => {
        try {
          return (await sessionRequest(listNotifications, { query: { limit: '1' } }, { signal })).unread_count
        } catch (error) {
          if (error instanceof ApiError && error.kind !== 'network') return client.getQueryData<number>(unreadKey) ?? 0
          throw error
        }
      },
      staleTime: 60_000,
    }),
}

/** The server has just said how much is unread. */
export function noteUnread(client: QueryClient, count: number): void {
  client.setQueryData(unreadKey, Math.max(0, count))
}
