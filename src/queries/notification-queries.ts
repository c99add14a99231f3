import { infiniteQueryOptions, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listNotifications, readNotifications } from '#contract/notification.ts'
import { emptyList, whereKnown } from '../http/api-error.ts'
import { sessionRequest } from '../session/session-request.ts'
import { nextPage, type PageFilters, rowsOf } from './next-page.ts'
import { noteUnread, unreadQuery } from './unread-query.ts'

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

/** Marks the news of this kind as read when their subject is seen. After a failure they stay unread. */
export function useReadNewsOf(kind: string, isSeen: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    if (isSeen) readNewsOf(client, kind).catch(() => undefined)
  }, [client, kind, isSeen])
}

/** Names the ids: a call without ids would mean all news. Makes no call if nothing is unread. */
async function readNewsOf(client: QueryClient, kind: string): Promise<void> {
  if ((await client.ensureQueryData(unreadQuery)) === 0) return
  const list = notificationQueries.list()
  const news = rowsOf(await client.fetchInfiniteQuery(list))
  const ids = news.filter((row) => row.kind === kind && row.read_at == null).map(({ id }) => id)
  if (ids.length === 0) return
  await sessionRequest(readNotifications, { body: { ids } })
  await Promise.all([list.queryKey, unreadQuery.queryKey].map((queryKey) => client.invalidateQueries({ queryKey })))
}

/** Marks the news of a result as read when it is seen; null: none is known. After a failure they stay unread. */
export function useReadNews(attemptId: string | null): void {
  const client = useQueryClient()
  useEffect(() => {
    if (attemptId === null) return
    sessionRequest(readNotifications, { body: { result: attemptId } }).then(
      () => {
        void client.invalidateQueries({ queryKey: notificationQueries.list().queryKey })
        void client.invalidateQueries({ queryKey: unreadQuery.queryKey })
      },
      () => undefined,
    )
  }, [client, attemptId])
}
