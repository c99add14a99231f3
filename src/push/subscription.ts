import { type PushKind, pushKinds, readPushes, subscribeToPushes, unsubscribeFromPushes } from '#contract/push.ts'
import { sessionRequest } from '../session/session-request.ts'
import { currentUserId } from '../session/session-state.ts'
import { onSignedOut } from '../session/signed-out.ts'
import { dropPush, type PushRow, readPush, writePush } from '../storage/push-db.ts'

/** The server is told again after this long that the mailbox is still this person's. Milliseconds. */
const toldAgainAfter = 86_400_000

/** What this browser is told of as the person who is signed in; null: nothing. */
export async function standingPushes(): Promise<PushRow | null> {
  const row = await readPush()
  return row !== null && row.ownerId === currentUserId() ? row : null
}

/**
 * Opens this browser's mailbox and tells the server of it, and which news are wanted: all of them unless it is said. The
 * permission must have been given. Rejects with the browser's own error where it has no push service at hand, and with
 * ApiError.
 */
export async function turnOnPushes(kinds: readonly PushKind[] = pushKinds): Promise<PushRow> {
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

/** Tells this browser nothing any more. The mailbox is closed first: then nothing comes, whatever the server hears. */
export async function turnOffPushes(): Promise<void> {
  const row = await standingPushes()
  if (row === null) return
  await closeMailbox(row.ownerId)
  await sessionRequest(unsubscribeFromPushes, { body: { endpoint: row.endpoint } })
}

/**
 * Tells the server of the mailbox again, where it has become another, the server's key has, or a day is over: a server may
 * have lost it. Opens none for who has not asked for it.
 */
export async function keepPushes(): Promise<void> {
  const row = await standingPushes()
  if (row === null || Notification.permission !== 'granted') return
  const registration = await navigator.serviceWorker.ready
  const mailbox = await registration.pushManager.getSubscription()
  const isKnown = mailbox?.endpoint === row.endpoint && Date.now() - row.toldAt < toldAgainAfter
  if (!isKnown) await turnOnPushes(row.kinds)
}

async function openMailbox(publicKey: string): Promise<PushSubscription> {
  const { pushManager } = await navigator.serviceWorker.ready
  const open = await pushManager.getSubscription()
  // A mailbox listens to the key that it was opened with, and a browser has one.
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

// The server forgets it with the session; here it must not lie about for the next person.
onSignedOut(closeMailbox)
