import { createEmitter } from '../concurrency/emitter.ts'
import { soon, withTimeout } from '../concurrency/with-timeout.ts'

/**
 * Whether this browser can get push messages while the site is closed. needs-install: only once the site is installed (iOS
 * and iPadOS) · blocked: the person, or the browser, said no · ready: it can be asked, or was allowed.
 */
export type PushSupport = 'unsupported' | 'needs-install' | 'blocked' | 'ready'

/** The support at this moment. */
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
 * window, or can show nothing · ask: the person has not been asked · on · blocked: the person, or the browser, said no.
 */
export type DeliveryNotice = 'unavailable' | 'ask' | 'on' | 'blocked'

const states: Record<NotificationPermission, DeliveryNotice> = { default: 'ask', granted: 'on', denied: 'blocked' }
const changed = createEmitter()

/** The state at this moment. */
export function deliveryNotice(): DeliveryNotice {
  // Without Background Sync the worker never delivers, so that there would be nothing to notify of.
  const canTell = 'Notification' in window && 'serviceWorker' in navigator && 'SyncManager' in window
  return canTell ? states[Notification.permission] : 'unavailable'
}

/** A question of the browser that nobody has answered by then may not be on the screen at all. */
const questionTimeoutMs = 60_000

/**
 * Opens the browser's own question: at a press only, or browsers take it for a nuisance and never ask. Returns what is
 * permitted then; `default` also where the question stays without an answer for a minute.
 */
export async function allowDeliveryNotice(): Promise<NotificationPermission> {
  const asked = withTimeout(Notification.requestPermission().finally(changed.emit), questionTimeoutMs)
  await asked.catch((error) => console.warn('Nobody answered the browser', error))
  return Notification.permission
}

/**
 * The same, and with it push messages of all kinds, as far as this server and this browser can. Returns whether there will be
 * any. What fails now, without a network above all, can be tried again in the profile's settings; the worker notifies of its
 * own deliveries anyhow.
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

/** Calls `listener` when the person decides, here or in the browser's settings. Returns how to stop listening. */
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
    // This browser does not know that name, or does not answer: the next page shows what was decided.
  }
}
