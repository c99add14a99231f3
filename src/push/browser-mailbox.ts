import { withTimeout } from '../concurrency/with-timeout.ts'

/** A mailbox at a push service, as far as the server must know it. */
export interface Mailbox {
  endpoint: string
  p256dh: string
  auth: string
}

/** A worker that can take messages is there soon, or never: where none may be registered `ready` does not settle. Milliseconds. */
const readyTimeoutMs = 10_000
/** The browser looks at what it has. Milliseconds. */
const askTimeoutMs = 5_000
/** The browser asks its push service over the network. Milliseconds. */
const changeTimeoutMs = 20_000

/** The mailbox that this browser has open; null: none. Rejects with a TimeoutError where the browser does not say. */
export async function findMailbox(): Promise<PushSubscription | null> {
  const registration = await withTimeout(navigator.serviceWorker.getRegistration(), askTimeoutMs)
  return registration === undefined ? null : withTimeout(registration.pushManager.getSubscription(), askTimeoutMs)
}

/**
 * Opens a mailbox for messages of this key, or gives the one that is open for it; `anew` never the latter. Rejects with the
 * browser's own error where it has no push service at hand, and with a TimeoutError where it does not say.
 */
export async function openMailbox(publicKey: string, anew: boolean): Promise<Mailbox> {
  const open = await findMailbox()
  // A subscription takes messages of the key that it was made with, and a browser has one subscription.
  if (open !== null && (anew || !isOpenedWith(open, publicKey))) await withTimeout(open.unsubscribe(), changeTimeoutMs)
  const { pushManager } = await withTimeout(navigator.serviceWorker.ready, readyTimeoutMs)
  const mailbox = await withTimeout(
    pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }),
    changeTimeoutMs,
  )
  const { endpoint, keys } = mailbox.toJSON() as { endpoint: string; keys: { p256dh: string; auth: string } }
  return { endpoint, ...keys }
}

/** Closes what this browser has open: nothing comes any more, whatever anybody sends. */
export async function closeMailbox(): Promise<void> {
  const open = await findMailbox()
  if (open !== null) await withTimeout(open.unsubscribe(), changeTimeoutMs)
}

function isOpenedWith({ options }: PushSubscription, publicKey: string): boolean {
  const key = options.applicationServerKey
  if (key === null) return false
  const text = btoa(String.fromCharCode(...new Uint8Array(key)))
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') === publicKey
}
