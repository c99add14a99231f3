import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { EndpointReply } from '#contract/endpoint.ts'
import { type listNotifications, readNotifications } from '#contract/notification.ts'
import { sessionRequest } from '../../session/session-request.ts'
import { notificationQueries } from '../../queries/notification-queries.ts'
import { noteUnread } from '../../queries/unread-query.ts'

const mutationKey = ['notifications', 'reading']

type Pages = InfiniteData<EndpointReply<typeof listNotifications>>

/** Marks these ids as read; 'all' ends at the newest here, because nobody has seen later news. A failure reloads the list. */
export function useReading() {
  const client = useQueryClient()
  const { queryKey } = notificationQueries.list()
  /** A running fetch of the list was cancelled for this. Only a new fetch has the latest news. */
  const isAskedAgain = useRef(false)
  return useMutation({
    mutationKey,
    mutationFn: (ids: readonly string[] | 'all') => {
      const until = client.getQueryData<Pages>(queryKey)?.pages[0]?.results[0]?.id
      return sessionRequest(readNotifications, { body: ids === 'all' ? { until } : { ids: [...ids] } })
    },
    onMutate: async (ids) => {
      if (client.isFetching({ queryKey }) > 0) isAskedAgain.current = true
      await client.cancelQueries({ queryKey })
      const before = client.getQueryData<Pages>(queryKey)
      if (before === undefined) return
      const after = asRead(before, ids, new Date().toISOString())
      client.setQueryData(queryKey, after)
      noteUnread(client, after.pages[0]?.unread_count ?? 0)
    },
    onSettled: (_done, error) => {
      if (error !== null) isAskedAgain.current = true
      // A list that is fetched before the server has all marks would show some read news as new.
      if (!isAskedAgain.current || client.isMutating({ mutationKey }) > 1) return
      isAskedAgain.current = false
      void client.invalidateQueries({ queryKey })
    },
  })
}

/** The pages after reading; pure. The unread count falls by the rows that become read; for 'all' it becomes 0. */
export function asRead(data: Pages, ids: readonly string[] | 'all', now: string): Pages {
  const isMeant = (id: string) => ids === 'all' || ids.includes(id)
  const freshlyRead = data.pages.flatMap(({ results }) =>
    results.filter(({ id, read_at }) => read_at == null && isMeant(id)),
  ).length
  return {
    ...data,
    pages: data.pages.map((page) => ({
      ...page,
      unread_count: ids === 'all' ? 0 : Math.max(0, (page.unread_count ?? 0) - freshlyRead),
      results: page.results.map((row) => (row.read_at == null && isMeant(row.id) ? { ...row, read_at: now } : row)),
    })),
  }
}
