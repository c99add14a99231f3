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

/** Nobody waits for this, and the next page tries again. */
async function keepPushes(): Promise<void> {
  try {
    await (await import('../push/subscription.ts')).keepPushes()
  } catch (error) {
    console.warn('The push subscription could not be renewed', error)
  }
}

/** Starts what makes the site an app; call it in an idle moment after the page has loaded. */
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

/** Queries that a push message may be about: a grade, an achievement, a withdrawn certificate, an order, access that ends. */
const ofNews = ['unread', 'notifications', 'purchases', 'test-results', 'achievements', 'certificates']

/** Refetches data that a push message made stale: the worker shows no message while a window is visible. */
export function followNews(client: QueryClient): void {
  if (!('serviceWorker' in navigator)) return
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<{ type?: unknown } | null>) => {
    if (data?.type !== newsMessage) return
    for (const key of ofNews) void client.invalidateQueries({ queryKey: [key] })
  })
}

/** Shows the known number of unread notifications on the installed app's icon. */
export function showIconBadge(client: QueryClient): void {
  if (!('setAppBadge' in navigator)) return
  const { queryKey } = unreadQuery
  // An earlier page may have left any number there: the server's first one is always shown.
  let shown: number | null = null
  const show = () => {
    const unread = sessionState().status === 'guest' ? 0 : client.getQueryData(queryKey)
    if (unread === undefined || unread === shown) return
    shown = unread
    // The browser rejects this unless the app is installed: without the app there is no icon.
    navigator.setAppBadge(unread).catch(() => undefined)
  }
  client.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] === queryKey[0]) show()
  })
  subscribeSession(show)
  show()
}
