import { type PushMessage, renewPushSubscription } from '#contract/push.ts'
import { request } from '../src/http/request.ts'
import { inPushTurn, readPushRows, storeIfCurrent } from '../src/push/push-db.ts'
import { hasEnded } from '../src/pwa/worker-messages.ts'
import { readMirror } from '../src/session/session-db.ts'
import { attemptTag, deliveredTag, icons, inTurn, isSomebodyLooking, tellWindows } from './notification.ts'

declare const self: ServiceWorkerGlobalScope

/** Shown for a message to somebody else, or one that this worker does not understand. */
const unnamed = {
  title: 'Нове сповіщення',
  body: 'Відкрийте «Тестування IQ», щоб прочитати його.',
  path: '/notifications',
} as const

export function onPush(event: PushEvent): void {
  event.waitUntil(inTurn(() => show(event.data?.text() ?? '')))
}

/** Browsers require a notification for each message, Chromium only while no window is visible: a visible one shows the news. */
async function show(text: string): Promise<void> {
  const message = await ifForMe(readMessage(text))
  if (message !== null) await tellWindows()
  if (message !== null && 'SyncManager' in self && (await isSomebodyLooking())) return
  await takeBackEnded()
  const { title, path } = message ?? unnamed
  await self.registration.showNotification(title, {
    body: message === null ? unnamed.body : bodyOf(message),
    lang: 'uk',
    ...icons,
    tag: tagOf(message),
    // The addressee: a window that stops showing this person closes the notification.
    data: { path, ...(message !== null && { to: message.to, ...(message.until && { until: message.until }) }) },
    // The worker has just shown the delivery itself, so there is no second alert.
    silent: message?.attempt !== undefined && (await takeBackDelivered(message.attempt)),
  })
}

/** The server announces an end at most this many ms before it. A device clock by which more, or nothing, is left is wrong. */
const longestLeftMs = 10 * 60_000

/** The text with the time left now and the end: the notification may be read later. */
function bodyOf({ body, until }: PushMessage): string {
  if (until === undefined) return body
  const leftMs = Date.parse(until) - Date.now()
  if (!(leftMs > 0 && leftMs <= longestLeftMs)) return body
  const minutes = Math.floor(leftMs / 60_000)
  const left = minutes === 0 ? 'Лишилося менше хвилини' : `Лишилося ${minutes} хв`
  const end = new Date(until).toLocaleTimeString('uk-UA', { hour: '2-digit', minute: '2-digit' })
  return `${left}, до ${end}. ${body}`
}

async function takeBackEnded(): Promise<void> {
  for (const notification of await self.registration.getNotifications()) {
    if (hasEnded(notification)) notification.close()
  }
}

function tagOf(message: PushMessage | null): string {
  if (message === null) return 'news'
  return message.attempt === undefined ? message.kind : attemptTag(message.attempt)
}

function readMessage(text: string): PushMessage | null {
  try {
    const { to, kind, title, body, path, attempt, until } = JSON.parse(text) as Partial<PushMessage>
    const isWhole = [to, kind, title, body, path].every((part) => typeof part === 'string')
    const isOfSite = isWhole && new URL(path!, self.location.origin).origin === self.location.origin
    if (!isOfSite) return null
    const more = { ...(attempt && { attempt }), ...(typeof until === 'string' && { until }) }
    return { to: to!, kind: kind!, title: title!, body: body!, path: path!, ...more }
  } catch {
    return null
  }
}

/** The message if the signed-in person is its addressee: several people may use this browser, and anybody may see its screen. */
async function ifForMe(message: PushMessage | null): Promise<PushMessage | null> {
  try {
    return message !== null && (await readMirror())?.pair?.user_id === message.to ? message : null
  } catch {
    // Without knowing who is signed in the worker shows nothing personal.
    return null
  }
}

/** Closes the notification of this attempt's delivery. Returns whether there was one. */
async function takeBackDelivered(attemptId: string): Promise<boolean> {
  const said = await self.registration.getNotifications({ tag: deliveredTag })
  const same = said.filter(({ data }) => (data as { attempts?: string[] } | null)?.attempts?.join() === attemptId)
  for (const notification of same) notification.close()
  return same.length > 0
}

interface SubscriptionChange extends ExtendableEvent {
  readonly newSubscription?: PushSubscription | null
}

/** Handles a new mailbox from the push service, or the loss of the old one. */
export function onSubscriptionChange(event: Event): void {
  const change = event as SubscriptionChange
  change.waitUntil(moveMailbox(change.newSubscription ?? null))
}

/** Browsers stop a worker soon after this time. */
const callTimeoutMs = 15_000

/** Moves the subscription to the new mailbox. The next page (`keepPushes`) repeats a failure or carries out a newer choice. */
function moveMailbox(given: PushSubscription | null): Promise<void> {
  return inPushTurn(async () => {
    const { row, choice } = await readPushRows()
    if (row === null || choice !== null) return
    const mailbox =
      given ??
      (await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: row.publicKey }))
    const { endpoint, keys } = mailbox.toJSON() as { endpoint: string; keys: { p256dh: string; auth: string } }
    const old = { endpoint: row.endpoint, auth: row.auth }
    const body = { endpoint, ...keys, old, public_key: row.publicKey }
    await request(renewPushSubscription, { body }, { timeout: callTimeoutMs })
    await storeIfCurrent(null, { ...row, endpoint, auth: keys.auth })
  })
}
