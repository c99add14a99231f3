import { createEmitter } from '../concurrency/emitter.ts'
import { soon, withTimeout } from '../concurrency/with-timeout.ts'

/**
 * Whether this browser can get push messages while the site is closed. needs-install: only after the site is installed (iOS and
 * iPadOS) · blocked: the person or the browser refused · ready: the permission can be requested, or was given.
 */
export type PushSupport = 'unsupported' | 'needs-install' | 'blocked' | 'ready'

export function pushSupport(): PushSupport {
  const canReceive = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  if (!canReceive) return isIos() ? 'needs-install' : 'unsupported'
  return Notification.permission === 'denied' ? 'blocked' : 'ready'
}

/** An iPad calls itself a Mac; no Mac has a touch screen. */
function isIos(): boolean {
  const { userAgent, maxTouchPoints } = navigator
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
}

/**
 * Whether this browser notifies of a delivery that it made while no page was open. unavailable: it delivers nothing without a
 * window, or can show nothing · ask: the person has not been asked · on · blocked: the person or the browser refused.
 */
export type DeliveryNotice = 'unavailable' | 'ask' | 'on' | 'blocked'

const states: Record<NotificationPermission, DeliveryNotice> = { default: 'ask', granted: 'on', denied: 'blocked' }
const changed = createEmitter()

export function deliveryNotice(): DeliveryNotice {
  // Without Background Sync the worker never delivers, and there is nothing to notify of.
  const canTell = 'Notification' in window && 'serviceWorker' in navigator && 'SyncManager' in window
  return canTell ? states[Notification.permission] : 'unavailable'
}

/** A browser's question without an answer after this time may not be on the screen at all. Milliseconds. */
const questionTimeoutMs = 60_000

/** Shows the browser's question. Call it at a press only: else browsers never ask again. `default` after a minute of silence. */
export async function allowDeliveryNotice(): Promise<NotificationPermission> {
  const asked = withTimeout(Notification.requestPermission().finally(changed.emit), questionTimeoutMs)
  await asked.catch((error) => console.warn('Nobody answered the browser', error))
  return Notification.permission
}

/**
 * `allowDeliveryNotice`, and then push messages of all kinds. Returns whether there will be any. A failure, mostly for lack of
 * a network, can be repaired in the profile's settings. The worker notifies of its own deliveries in any case.
 */
export async function allowPushes(): Promise<boolean> {
  if ((await allowDeliveryNotice()) !== 'granted') return false
  try {
    const { currentPushes, turnOnPushes } = await import('./subscription.ts')
    return ((await currentPushes()) ?? (await turnOnPushes())) !== null
  } catch (error) {
    console.warn('No push messages in this browser', error)
    return false
  }
}

/** Calls `listener` when the permission changes, here or in the browser's settings. Returns how to stop listening. */
export function subscribeDeliveryNotice(listener: () => void): () => void {
  void followSettings()
  return changed.subscribe(listener)
}

let followed = false

async function followSettings(): Promise<void> {
  if (followed || !('permissions' in navigator)) return
  followed = true
  try {
    const permission = await soon(navigator.permissions.query({ name: 'notifications' }))
    permission.addEventListener('change', changed.emit)
  } catch {
    // This browser does not know this permission, or does not answer. The next page shows the decision.
  }
}
