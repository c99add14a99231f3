// A lazy boundary: loaded after the page, and when notifications are asked about.
import type { EndpointReply } from '#contract/endpoint.ts'
import { type PushKind, pushKinds, readPushes, subscribeToPushes, unsubscribeFromPushes } from '#contract/push.ts'
import { createEmitter } from '../concurrency/emitter.ts'
import { withTimeout } from '../concurrency/with-timeout.ts'
import { ApiError, isAbsent } from '../http/api-error.ts'
import { sessionRequest } from '../session/session-request.ts'
import { currentUserId } from '../session/session-state.ts'
import {
  dropPush,
  inPushTurn,
  nextChange,
  type PushChoice,
  type PushRow,
  readPush,
  readPushRows,
  storeIfCurrent,
  writeChoice,
} from './push-db.ts'

// The switch has three copies: the browser's mailbox, the server's row and this device's. One change is made at a time, in
// whatever tab. What is wanted is written down before anything is done about it, so that the last choice wins over what is
// under way, and is carried out by the next page where this one dies. What cannot be carried out is taken back.

/** The subscription is sent to the server again after this long. */
const sentAgainAfterMs = 86_400_000

/** A call of the switch counts as one without a reply then. */
const callTimeoutMs = 15_000

type ServersPushes = EndpointReply<typeof readPushes>

const changed = createEmitter()

/** Calls when the switch may have changed here. Returns how to stop listening. */
export const subscribePushes = changed.subscribe

const inTurn = <Result>(act: () => Promise<Result>) => inPushTurn(act).finally(changed.emit)

/** The push subscription of the person who is signed in, in this browser, as the server has confirmed it; null: none. */
export async function currentPushes(): Promise<PushRow | null> {
  const row = await readPush()
  return row !== null && row.ownerId === currentUserId() ? row : null
}

/**
 * Subscribes this browser and sends the server the subscription with the kinds that are wanted, by default all. The
 * permission must have been given. Resolves to what is then confirmed: something else where another tab has changed it since.
 * Rejects with the browser's own error where it has no push service at hand, with a TimeoutError where it does not
 * answer, and with ApiError; then it is as it was before.
 */
export function turnOnPushes(kinds: readonly PushKind[] = pushKinds): Promise<PushRow | null> {
  return change(kinds)
}

/**
 * Ends the subscription. Where one of browser and server cannot do it the other's word is enough for nothing to come; the
 * server is told again later. Rejects where neither could: then it is as it was before.
 */
export async function turnOffPushes(): Promise<void> {
  await change(null)
}

async function change(kinds: readonly PushKind[] | null): Promise<PushRow | null> {
  const ownerId = currentUserId()
  if (ownerId === null) throw new Error('nobody is signed in')
  const choice: PushChoice = { name: 'choice', id: crypto.randomUUID(), ownerId, kinds }
  await writeChoice(choice)
  keeping?.abort()
  return inTurn(() => carryOut(choice))
}

/** Does what is wanted, unless something else is by now: that has a turn of its own. */
async function carryOut(choice: PushChoice): Promise<PushRow | null> {
  const { row, choice: last } = await readPushRows()
  const before = row?.ownerId === choice.ownerId ? row : null
  if (last?.id !== choice.id) return before
  if (choice.kinds === null) return close(choice, before)
  try {
    const sent = await tell(choice.ownerId, choice.kinds, before, await askServer())
    return (await storeIfCurrent(choice.id, sent)) ? sent : before
  } catch (error) {
    await takeBack(choice, before)
    throw error
  }
}

const askServer = (signal?: AbortSignal) => sessionRequest(readPushes, {}, { timeout: callTimeoutMs, signal })

/** Opens a mailbox where there is none that the server knows, and tells the server. */
async function tell(
  ownerId: string,
  kinds: readonly PushKind[],
  before: PushRow | null,
  { public_key: publicKey, subscriptions, last_change: last }: ServersPushes,
): Promise<PushRow> {
  // A mailbox that the server has dropped was dead (410) or is lost with a database: a new one is good in any case.
  const isForgotten = before !== null && !subscriptions.some(({ endpoint }) => endpoint === before.endpoint)
  const { endpoint, p256dh, auth } = await openMailbox(publicKey, isForgotten)
  const body = { endpoint, p256dh, auth, kinds: [...kinds], public_key: publicKey, ...(await numbered(last ?? 0)) }
  await sessionRequest(subscribeToPushes, { body }, { timeout: callTimeoutMs })
  if (ownerId !== currentUserId()) {
    await closeMailbox()
    throw new Error('somebody else has signed in meanwhile')
  }
  return { format: 1, name: 'mine', ownerId, kinds, endpoint, auth, publicKey, toldAt: Date.now() }
}

async function close(choice: PushChoice, before: PushRow | null): Promise<PushRow | null> {
  const endpoint = before?.endpoint ?? choice.endpoint ?? (await findMailbox().catch(() => null))?.endpoint
  const [closed, told] = await Promise.allSettled([closeMailbox(), endpoint === undefined ? null : tellOfEnd(endpoint)])
  if (closed.status === 'rejected' && (told.status === 'rejected' || endpoint === undefined)) {
    // What was not confirmed before is no state to go back to: the next page tries again.
    if (before !== null) await storeIfCurrent(choice.id, before)
    throw closed.reason
  }
  if (told.status === 'rejected')
    console.warn('The server does not know yet that this browser wants no news', told.reason)
  const left = told.status === 'rejected' && endpoint !== undefined ? { ...choice, endpoint } : null
  return (await storeIfCurrent(choice.id, null, left)) ? null : before
}

/** A call that timed out here may arrive after the next one: by its number the server knows. Without a disk it goes without one. */
async function numbered(known: number | null): Promise<{ change?: number }> {
  try {
    const change = await nextChange(known)
    return change === undefined ? {} : { change }
  } catch {
    return {}
  }
}

async function tellOfEnd(endpoint: string): Promise<void> {
  try {
    await sessionRequest(
      unsubscribeFromPushes,
      { body: { endpoint, ...(await numbered(null)) } },
      { timeout: callTimeoutMs },
    )
  } catch (error) {
    // A server that has no such call has no such row.
    if (!isAbsent(error)) throw error
  }
}

/** After a failure nobody knows how far it came: the server may have what was wanted, and only its reply was lost. */
async function takeBack(choice: PushChoice, before: PushRow | null): Promise<void> {
  try {
    if (before !== null) return void (await storeIfCurrent(choice.id, { ...before, toldAt: 0 }))
    const off: PushChoice = { ...choice, id: crypto.randomUUID(), kinds: null }
    // Also where it cannot be written down: nothing may come to who was told that it is off.
    await storeIfCurrent(choice.id, null, off).catch(reportError)
    await close(off, null)
  } catch (error) {
    console.warn('What failed of the push subscription could not be taken back', error)
  } finally {
    if (before !== null) repeatLater()
  }
}

/** The server hears what still holds as soon as it can: now, or when there is a network. */
function repeatLater(): void {
  keepPushes().catch((error) => console.warn('The server does not know yet what this browser wants', error))
}

let keeping: AbortController | null = null

/**
 * Finishes what a page that is gone has begun, and sends the subscription to the server again where it or the server's key
 * has changed, or a day is over. `compare`: asks the server what it holds, and mends what is not so. Subscribes nobody who has
 * not asked for it; what the server refuses for good is off here too.
 */
export async function keepPushes({ compare = false } = {}): Promise<void> {
  await inTurn(async () => {
    const ownerId = currentUserId()
    const { row, choice } = await readPushRows()
    if (ownerId !== null && choice?.ownerId === ownerId) return void (await carryOut(choice))
    if (row === null || row.ownerId !== ownerId || Notification.permission !== 'granted') return
    const mailbox = await findMailbox()
    const isFresh = mailbox?.endpoint === row.endpoint && Math.abs(Date.now() - row.toldAt) < sentAgainAfterMs
    if (isFresh && !compare) return
    keeping = new AbortController()
    const { signal } = keeping
    try {
      const held = await askServer(signal)
      if (isFresh && isHeld(row, held)) return
      if (signal.aborted) return
      const sent = await tell(ownerId, row.kinds, row, held)
      if (!(await storeIfCurrent(null, sent))) await undoIfOff(sent)
    } catch (error) {
      if (signal.aborted) return
      if (isRefused(error)) return await endHere()
      throw error
    } finally {
      keeping = null
    }
  })
}

function isHeld({ endpoint, kinds, publicKey }: PushRow, { public_key, subscriptions }: ServersPushes): boolean {
  const held = subscriptions.find((one) => one.endpoint === endpoint)
  return public_key === publicKey && held !== undefined && [...kinds].toSorted().join() === held.kinds.toSorted().join()
}

/** Somebody who could not wait has switched it off beside this. */
async function undoIfOff({ endpoint }: PushRow): Promise<void> {
  const { row, choice } = await readPushRows()
  if (row === null && choice === null) await Promise.all([closeMailbox(), tellOfEnd(endpoint)])
}

/** By a server in JSON. A page is a proxy's, also one for 404: what is there beside a release that is being exchanged. */
const isRefused = (error: unknown) =>
  error instanceof ApiError && error.kind === 'reply' && (isAbsent(error) || error.status_code === 400)

async function endHere(): Promise<void> {
  if (await storeIfCurrent(null, null)) await closeMailbox()
}

/** The server forgets it with the session; here it must not be left for the next person. */
export async function forgetPushes(ownerId: string): Promise<void> {
  if (await dropPush(ownerId)) await closeMailbox()
}

/** A mailbox at a push service, as far as the server must know it. */
export interface Mailbox {
  endpoint: string
  p256dh: string
  auth: string
}

/** A worker that can take messages is there soon, or never: where none may be registered `ready` does not settle. */
const readyTimeoutMs = 10_000
/** The browser looks at what it has. */
const askTimeoutMs = 5_000
/** The browser asks its push service over the network. */
const changeTimeoutMs = 20_000

/** The mailbox that this browser has open; null: none. Rejects with a TimeoutError where the browser does not say. */
async function findMailbox(): Promise<PushSubscription | null> {
  const registration = await withTimeout(navigator.serviceWorker.getRegistration(), askTimeoutMs)
  return registration === undefined ? null : withTimeout(registration.pushManager.getSubscription(), askTimeoutMs)
}

/**
 * Opens a mailbox for messages of this key, or gives the one that is open for it; `alwaysNew` never the latter. Rejects with the
 * browser's own error where it has no push service at hand, and with a TimeoutError where it does not say.
 */
async function openMailbox(publicKey: string, alwaysNew: boolean): Promise<Mailbox> {
  const open = await findMailbox()
  // A subscription takes messages of the key that it was made with, and a browser has one subscription.
  if (open !== null && (alwaysNew || !isOpenedWith(open, publicKey)))
    await withTimeout(open.unsubscribe(), changeTimeoutMs)
  const { pushManager } = await withTimeout(navigator.serviceWorker.ready, readyTimeoutMs)
  const mailbox = await withTimeout(
    pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }),
    changeTimeoutMs,
  )
  const { endpoint, keys } = mailbox.toJSON() as { endpoint: string; keys: { p256dh: string; auth: string } }
  return { endpoint, ...keys }
}

/** Closes what this browser has open: nothing comes any more, whatever anybody sends. */
async function closeMailbox(): Promise<void> {
  const open = await findMailbox()
  if (open !== null) await withTimeout(open.unsubscribe(), changeTimeoutMs)
}

function isOpenedWith({ options }: PushSubscription, publicKey: string): boolean {
  const key = options.applicationServerKey
  if (key === null) return false
  const text = btoa(String.fromCharCode(...new Uint8Array(key)))
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') === publicKey
}
