/** The name under which the window asks the browser to wake the worker when there is a network. Never changes. */
export const deliveryTag = 'deliver'

/** The tag of the one notification that work waits which the browser wakes nobody for any more. */
export const waitingNoticeTag = 'waiting'
