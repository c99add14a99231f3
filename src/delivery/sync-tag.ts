/** The name under which the window asks the browser to wake the worker when there is a network. Never changes. */
export const deliveryTag = 'deliver'
