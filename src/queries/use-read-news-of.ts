import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { readNotifications } from '#contract/notification.ts'
import { sessionRequest } from '../session/session-request.ts'
import { rowsOf } from './next-page.ts'
import { notificationQueries } from './notification-queries.ts'
import { unreadQuery } from './unread-query.ts'

/** Who sees what news of this kind is about needs them no more. What fails stays news until it is opened. */
export function useReadNewsOf(kind: string, isSeen: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    if (isSeen) readNewsOf(client, kind).catch(() => undefined)
  }, [client, kind, isSeen])
}

/** By their ids: the server takes a call that names none for all news. Nothing is asked where nothing is unread. */
async function readNewsOf(client: QueryClient, kind: string): Promise<void> {
  if ((await client.ensureQueryData(unreadQuery)) === 0) return
  const list = notificationQueries.list()
  const news = rowsOf(await client.fetchInfiniteQuery(list))
  const ids = news.filter((row) => row.kind === kind && row.read_at == null).map(({ id }) => id)
  if (ids.length === 0) return
  await sessionRequest(readNotifications, { body: { ids } })
  await Promise.all([list.queryKey, unreadQuery.queryKey].map((queryKey) => client.invalidateQueries({ queryKey })))
}
