import { serverNow } from '../http/server-clock.ts'

// Names that worker, windows and browser use among themselves. None of these ever changes.

/** The Background Sync tag under which the browser wakes the worker when there is a network. */
export const deliveryTag = 'deliver'

/** The tag of the notification that work waits and the browser wakes the worker no more. */
export const waitingNoticeTag = 'waiting'

/** The message type by which the worker tells windows that there is news for the signed-in person. */
export const newsMessage = 'news'
/** The message type by which the worker hands over the `path` of a pressed notification while an exam runs. */
export const pressMessage = 'press'

/** Whether the exam that a notification is about has no time left, by the server's clock as far as it is known. */
export function hasEnded({ data }: Pick<Notification, 'data'>): boolean {
  const { until } = (data ?? {}) as { until?: string }
  return until !== undefined && Date.parse(until) <= serverNow()
}
