import { infiniteQueryOptions } from '@tanstack/react-query'
import { listNotifications } from '#contract/notification.ts'
import { emptyList, whereKnown } from '../http/where-known.ts'
import { sessionRequest } from '../session/session-request.ts'
import { nextPage, type PageFilters } from './next-page.ts'
import { noteUnread } from './unread-query.ts'

/** A person's notifications. */
export const notificationQueries = {
  list: () =>
    infiniteQueryOptions({
      queryKey: ['notifications'],
      queryFn: async ({ client, pageParam, signal }) => {
        const call = sessionRequest(listNotifications, { query: pageParam }, { signal })
        const page = await whereKnown(call, { ...emptyList, unread_count: 0 })
        if (page.unread_count != null) noteUnread(client, page.unread_count)
        return page
      },
      initialPageParam: {} as PageFilters,
      getNextPageParam: nextPage,
    }),
}
