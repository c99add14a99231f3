// A lazy boundary: loaded after the page, and when notifications are asked about.
import { type PushKind, pushKinds, readPushes, subscribeToPushes, unsubscribeFromPushes } from '#contract/push.ts'
import { ownLocks, withLock } from '../concurrency/with-lock.ts'
import { sessionRequest } from '../session/session-request.ts'
import { currentUserId } from '../session/session-state.ts'
import { onSignedOut } from '../session/session-events.ts'
import { dropPush, type PushRow, readPush, writePush } from '../storage/push-db.ts'

/** The subscription is sent to the server again after this long. Milliseconds. */
const toldAgainAfter = 86_400_000

/** Nobody waits longer for another change of the subscription, here or in another tab. Milliseconds. */
const lockTimeoutMs = 20_000

/** One change after the other: what keeps a subscription at the start of a page must not open again what a press has closed. */
function inTurn<Result>(change: () => Promise<Result>): Promise<Result> {
  return withLock({ locks: ownLocks(), name: 'push-subscription', timeoutMs: lockTimeoutMs }, change)
}

/** The push subscription of the person who is signed in, in this browser; null: none. */
export async function currentPushes(): Promise<PushRow | null> {
  const row = await readPush()
  return row !== null && row.ownerId === currentUserId() ? row : null
}

/**
 * Subscribes this browser and sends the server the subscription with the kinds that are wanted, by default all. The
 * permission must have been given. Rejects with the browser's own error where it has no push service at hand, and with
 * ApiError.
 */
export function turnOnPushes(kinds: readonly PushKind[] = pushKinds): Promise<PushRow> {
  return inTurn(() => open(kinds))
}

async function open(kinds: readonly PushKind[]): Promise<PushRow> {
  const ownerId = currentUserId()
  const { public_key: publicKey } = await sessionRequest(readPushes, {})
  const mailbox = await openMailbox(publicKey)
  const { endpoint, keys } = mailbox.toJSON() as { endpoint: string; keys: { p256dh: string; auth: string } }
  await sessionRequest(subscribeToPushes, { body: { endpoint, ...keys, kinds: [...kinds], public_key: publicKey } })
  if (ownerId === null || ownerId !== currentUserId()) throw new Error('somebody else has signed in meanwhile')
  const row: PushRow = {
    format: 1,
    name: 'mine',
    ownerId,
    kinds,
    endpoint,
    auth: keys.auth,
    publicKey,
    toldAt: Date.now(),
  }
  await writePush(row)
  return row
}

/**
 * Ends the subscription. In the browser first: then nothing comes, also where the server cannot be reached, which hears it from the
 * push service (410) when it next has news.
 */
export function turnOffPushes(): Promise<void> {
  return inTurn(async () => {
    const row = await currentPushes()
    if (row === null) return
    await closeMailbox(row.ownerId)
    await sessionRequest(unsubscribeFromPushes, { body: { endpoint: row.endpoint } }).catch((error) => {
      console.warn('The server does not know yet that this browser wants no news', error)
    })
  })
}

/**
 * Sends the subscription to the server again where it or the server's key has changed, or a day is over: a server may have
 * lost it. Subscribes nobody who has not asked for it.
 */
export async function keepPushes(): Promise<void> {
  if (Notification.permission !== 'granted') return
  const registration = await navigator.serviceWorker.ready
  await inTurn(async () => {
    const row = await currentPushes()
    if (row === null) return
    const mailbox = await registration.pushManager.getSubscription()
    const isKnown = mailbox?.endpoint === row.endpoint && Date.now() - row.toldAt < toldAgainAfter
    if (!isKnown) await open(row.kinds)
  })
}

async function openMailbox(publicKey: string): Promise<PushSubscription> {
  const { pushManager } = await navigator.serviceWorker.ready
  const open = await pushManager.getSubscription()
  // A subscription takes messages of the key that it was made with, and a browser has one subscription.
  if (open !== null && !isOpenedWith(open, publicKey)) await open.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
}

function isOpenedWith({ options }: PushSubscription, publicKey: string): boolean {
  const key = options.applicationServerKey
  if (key === null) return false
  const text = btoa(String.fromCharCode(...new Uint8Array(key)))
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') === publicKey
}

async function closeMailbox(ownerId: string): Promise<void> {
  if (!(await dropPush(ownerId))) return
  const registration = await navigator.serviceWorker.getRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}

// The server forgets it with the session; here it must not be left for the next person.
onSignedOut(closeMailbox)
