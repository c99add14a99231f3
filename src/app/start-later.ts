import type { QueryClient } from '@tanstack/react-query'
import { followFinishedTests } from '../pwa/follow-finished-tests.ts'
import { askForSync } from '../pwa/register-sync.ts'
import { registerWorker } from '../pwa/worker-registration.ts'
import { fetchForLater } from './fetch-for-later.ts'
import { showIconBadge } from './show-icon-badge.ts'

/** Nobody waits for it, and the next page tries again. */
async function keepPushes(): Promise<void> {
  try {
    await (await import('../push/subscription.ts')).keepPushes()
  } catch (error) {
    console.warn('The subscription to news could not be kept', error)
  }
}

/** What makes the site an app. It is loaded in an idle moment, after the page. */
export function startLater(queryClient: QueryClient): void {
  void registerWorker()
  askForSync()
  followFinishedTests()
  showIconBadge(queryClient)
  fetchForLater(queryClient)
  if ('Notification' in window && Notification.permission === 'granted') void keepPushes()
}
