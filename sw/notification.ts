declare const self: ServiceWorkerGlobalScope

/** One at a time: a later delivery replaces the word of an earlier one. */
const tag = 'delivered'
const myTests = '/purchases'

/**
 * Tells that what waited has reached the server, where notifications are permitted and nobody is looking at the site. It
 * says nothing of whose work it was: several people may use this browser.
 */
export async function tellDelivered(): Promise<void> {
  if (!('Notification' in self) || Notification.permission !== 'granted') return
  const windows = await self.clients.matchAll({ type: 'window' })
  if (windows.some(({ visibilityState }) => visibilityState === 'visible')) return
  await self.registration.showNotification('Роботу передано', {
    body: 'Відповіді, що чекали на мережу, тепер на сервері.',
    lang: 'uk',
    icon: '/icons/icon-192.png',
    badge: '/icons/icon-monochrome.svg',
    tag,
  })
}

/** A press on the notification opens the person's tests, in a window that is there if there is one. */
export function onNotificationClick(event: NotificationEvent): void {
  if (event.notification.tag !== tag) return
  event.notification.close()
  event.waitUntil(openMyTests())
}

async function openMyTests(): Promise<void> {
  const [open] = await self.clients.matchAll({ type: 'window' })
  // An exam may be running there: the window is only shown, never led away.
  if (open === undefined) await self.clients.openWindow(myTests)
  else await open.focus()
}
