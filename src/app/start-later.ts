// A lazy boundary: loaded after the page.
import type { QueryClient } from '@tanstack/react-query'
import { onWake } from '../concurrency/wake.ts'
import { followFinishedTests } from '../pwa/follow-finished-tests.ts'
import { closeEndedNotifications, followLaunches, followPresses } from '../pwa/follow-launches.ts'
import { askForSync } from '../pwa/register-sync.ts'
import { newsMessage } from '../pwa/worker-messages.ts'
import { registerWorker } from '../pwa/worker-registration.ts'
import { unreadQuery } from '../queries/unread-query.ts'
import { openRevocations } from '../session/session-db.ts'
import { sessionState, subscribeSession } from '../session/session-state.ts'
import { followAppearance } from '../ui/appearance.ts'
import { fetchForLater } from './fetch-for-later.ts'

/** Nobody waits for it, and the next page tries again. */
async function keepPushes(): Promise<void> {
  try {
    await (await import('../push/subscription.ts')).keepPushes()
  } catch (error) {
    console.warn('The push subscription could not be renewed', error)
  }
}

/** What makes the site an app. It is loaded in an idle moment, after the page. */
export function startLater(queryClient: QueryClient): void {
  void registerWorker()
  askForSync(async () => (await openRevocations()).length > 0)
  followFinishedTests()
  followLaunches()
  followPresses()
  followAppearance()
  showIconBadge(queryClient)
  followNews(queryClient)
  fetchForLater(queryClient)
  if ('Notification' in window && Notification.permission === 'granted') {
    void keepPushes()
    closeEndedNotifications()
    onWake(['online'], () => void keepPushes())
  }
}

/** What a message may be about: a grade, an achievement, a certificate that is withdrawn, an order, access that ends. */
const ofNews = ['unread', 'notifications', 'purchases', 'test-results', 'achievements', 'certificates']

/** Asks again for what a push message has made old: the worker shows none over a window that somebody looks at. */
export function followNews(client: QueryClient): void {
  if (!('serviceWorker' in navigator)) return
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<{ type?: unknown } | null>) => {
    if (data?.type !== newsMessage) return
    for (const key of ofNews) void client.invalidateQueries({ queryKey: [key] })
  })
}

/** Shows the number of unread notifications on the icon of the installed app, as far as it is known. */
export function showIconBadge(client: QueryClient): void {
  if (!('setAppBadge' in navigator)) return
  const { queryKey } = unreadQuery
  // What an earlier page has left there is not known: the server's first number is always shown.
  let shown: number | null = null
  const show = () => {
    const unread = sessionState().status === 'guest' ? 0 : client.getQueryData(queryKey)
    if (unread === undefined || unread === shown) return
    shown = unread
    // Refused where the app is not installed: then there is no icon to show it on.
    navigator.setAppBadge(unread).catch(() => undefined)
  }
  client.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] === queryKey[0]) show()
  })
  subscribeSession(show)
  show()
}
