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

// The switch has three copies: the browser's mailbox, the server's row and this device's row. One change runs at a time, across
// tabs. A choice is stored before it is carried out. So the last choice wins over a change that is under way, and the next page
// finishes it if this page dies. A choice that cannot be carried out is taken back.

/** The subscription is sent to the server again after this time. */
const sentAgainAfterMs = 86_400_000

/** A call of the switch counts as one without a reply after this time. */
const callTimeoutMs = 15_000

type ServersPushes = EndpointReply<typeof readPushes>

const changed = createEmitter()

/** Calls when the switch may have changed here. Returns how to stop listening. */
export const subscribePushes = changed.subscribe

const inTurn = <Result>(act: () => Promise<Result>) => inPushTurn(act).finally(changed.emit)

/** The signed-in person's subscription in this browser, as the server has confirmed it; null: none. */
export async function currentPushes(): Promise<PushRow | null> {
  const row = await readPush()
  return row !== null && row.ownerId === currentUserId() ? row : null
}

/**
 * Subscribes this browser, by default to all kinds, and tells the server. The permission must have been given. Resolves to the
 * confirmed row, which differs if another tab has changed it since. Rejects with the browser's own error if it reaches no push
 * service, with a TimeoutError if it does not answer, and with ApiError; then the state is as before.
 */
export function turnOnPushes(kinds: readonly PushKind[] = pushKinds): Promise<PushRow | null> {
  return change(kinds)
}

/**
 * Ends the subscription. One success is enough to stop all messages, the browser's or the server's; a server that was not
 * reached hears of the end later. Rejects if both failed: then the state is as before.
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

/** Carries a choice out, unless a newer one has replaced it: that one has its own turn. */
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

/** Opens a mailbox, if there is none that the server knows, and tells the server. */
async function tell(
  ownerId: string,
  kinds: readonly PushKind[],
  before: PushRow | null,
  { public_key: publicKey, subscriptions, last_change: last }: ServersPushes,
): Promise<PushRow> {
  // The server drops a mailbox that is dead (410), and may lose one with its database. A new mailbox is right in both cases.
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
    // Without a confirmed state there is nothing to go back to: the next page tries again.
    if (before !== null) await storeIfCurrent(choice.id, before)
    throw closed.reason
  }
  if (told.status === 'rejected')
    console.warn('The server does not know yet that this browser wants no news', told.reason)
  const left = told.status === 'rejected' && endpoint !== undefined ? { ...choice, endpoint } : null
  return (await storeIfCurrent(choice.id, null, left)) ? null : before
}

/** The number of the next change: a call that timed out here may arrive after the next call. Without a disk: no number. */
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
    // A server without this call has no such row.
    if (!isAbsent(error)) throw error
  }
}

/** Undoes a choice after a failure, which may be a lost reply only: the server may have accepted the choice. */
async function takeBack(choice: PushChoice, before: PushRow | null): Promise<void> {
  try {
    if (before !== null) return void (await storeIfCurrent(choice.id, { ...before, toldAt: 0 }))
    const off: PushChoice = { ...choice, id: crypto.randomUUID(), kinds: null }
    // If this write fails, the mailbox is closed anyway: a person who reads that messages are off must get none.
    await storeIfCurrent(choice.id, null, off).catch(reportError)
    await close(off, null)
  } catch (error) {
    console.warn('What failed of the push subscription could not be taken back', error)
  } finally {
    if (before !== null) repeatLater()
  }
}

/** Tells the server the confirmed state as soon as possible: now, or when there is a network. */
function repeatLater(): void {
  keepPushes().catch((error) => console.warn('The server does not know yet what this browser wants', error))
}

let keeping: AbortController | null = null

/**
 * Finishes the change that a closed page has begun. Sends the subscription again if the mailbox or the server's key has
 * changed, or after a day. `compare`: asks the server for its row and repairs a difference. Subscribes nobody who has not asked
 * for it. A subscription that the server refuses for good ends here, too.
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

/** Ends a subscription that the person switched off meanwhile, without waiting for their turn. */
async function undoIfOff({ endpoint }: PushRow): Promise<void> {
  const { row, choice } = await readPushRows()
  if (row === null && choice === null) await Promise.all([closeMailbox(), tellOfEnd(endpoint)])
}

/** A JSON refusal. A page comes from a proxy, also with 404: it may be there while a release is being replaced. */
const isRefused = (error: unknown) =>
  error instanceof ApiError && error.kind === 'reply' && (isAbsent(error) || error.status_code === 400)

async function endHere(): Promise<void> {
  if (await storeIfCurrent(null, null)) await closeMailbox()
}

/** Ends the subscription here: it must not stay for the next person. The server forgets it with the session. */
export async function forgetPushes(ownerId: string): Promise<void> {
  if (await dropPush(ownerId)) await closeMailbox()
}

/** A mailbox at a push service, in the form that the server needs. */
export interface Mailbox {
  endpoint: string
  p256dh: string
  auth: string
}

/** An active worker comes soon or never: `ready` does not settle if none may be registered. */
const readyTimeoutMs = 10_000
/** For questions that the browser answers by itself. */
const askTimeoutMs = 5_000
/** For changes that the browser makes at its push service, over the network. */
const changeTimeoutMs = 20_000

/** The open mailbox of this browser; null: none. Rejects with a TimeoutError if the browser does not answer. */
async function findMailbox(): Promise<PushSubscription | null> {
  const registration = await withTimeout(navigator.serviceWorker.getRegistration(), askTimeoutMs)
  return registration === undefined ? null : withTimeout(registration.pushManager.getSubscription(), askTimeoutMs)
}

/**
 * Returns the open mailbox for messages of this key, or opens one; `alwaysNew` always opens one. Rejects with the browser's own
 * error if it reaches no push service, and with a TimeoutError if it does not answer.
 */
async function openMailbox(publicKey: string, alwaysNew: boolean): Promise<Mailbox> {
  const open = await findMailbox()
  // A subscription takes messages of the key it was made with, and a browser has only one.
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

/** Closes this browser's mailbox: no message arrives any more, whatever anybody sends. */
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
