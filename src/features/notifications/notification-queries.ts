import { queryOptions } from '@tanstack/react-query'
import { listNotifications } from '#contract/notification.ts'
import { sessionRequest } from '../../session/session-request.ts'

export const notificationQueries = {
  newest: () =>
    queryOptions({
      queryKey: ['notifications'],
      queryFn: ({ signal }) => sessionRequest(listNotifications, {}, { signal }),
    }),
}
