import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { readNotifications } from '#contract/notification.ts'
import { notificationQueries } from '../../queries/notification-queries.ts'
import { unreadQuery } from '../../queries/unread-query.ts'
import { sessionRequest } from '../../session/session-request.ts'

/** Who sees a result needs no news of it any more; null where no news is known of. What fails is news until it is opened. */
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
