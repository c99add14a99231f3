import { serverNow } from '../http/server-clock.ts'

// What the worker and the windows call things when they speak to each other, or to the browser. None of these ever changes.

/** The name under which the window asks the browser to wake the worker when there is a network. */
export const deliveryTag = 'deliver'

/** The tag of the one notification that work waits which the browser wakes nobody for any more. */
export const waitingNoticeTag = 'waiting'

/** The type of the message by which the worker says to the site's windows that there is news for who is signed in. */
export const newsMessage = 'news'
/** By which it says which `path` a pressed notification leads to, while somebody sits an exam. */
export const pressMessage = 'press'

/** Whether what a notification tells of is over, by the server's clock as far as it is known: its exam has no time left. */
export function hasEnded({ data }: Pick<Notification, 'data'>): boolean {
  const { until } = (data ?? {}) as { until?: string }
  return until !== undefined && Date.parse(until) <= serverNow()
}
