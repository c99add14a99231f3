import { onDeliveryWish } from '../delivery/delivery-wish.ts'
import { onDeliveryNews } from '../delivery/news.ts'
import { outboxState, subscribeOutbox } from '../delivery/outbox-state.ts'
import { deliveryTag } from '../delivery/sync-tag.ts'

/** Background Sync, which TypeScript does not know. */
interface SyncingRegistration extends ServiceWorkerRegistration {
  readonly sync?: { readonly register: (tag: string) => Promise<void> }
}

/**
 * Asks the browser to wake the worker when there is a network, as long as something handed in waits, or a log-out
 * that the server has not heard of: also when every window is closed by then. Where the browser cannot, the next start, focus or `online` delivers.
 */
export function askForSync(): void {
  if (!('serviceWorker' in navigator)) return
  onDeliveryNews(({ change }) => {
    if (change === 'enqueued') void register()
  })
  onDeliveryWish(() => void register())
  subscribeOutbox(() => {
    if (outboxState().waiting > 0) void register()
  })
}

async function register(): Promise<void> {
  const registration: SyncingRegistration = await navigator.serviceWorker.ready
  try {
    await registration.sync?.register(deliveryTag)
  } catch {
    // The person, or a private window, forbids it: a window will deliver.
  }
}
