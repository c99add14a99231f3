import { type PushMessage, renewPushSubscription } from '#contract/push.ts'
import { request } from '../src/http/request.ts'
import { inPushTurn, readPushRows, storeIfCurrent } from '../src/push/push-db.ts'
import { hasEnded } from '../src/pwa/worker-messages.ts'
import { readMirror } from '../src/session/session-db.ts'
import { attemptTag, deliveredTag, icons, inTurn, isSomebodyLooking, tellWindows } from './notification.ts'

declare const self: ServiceWorkerGlobalScope

/** What is shown of news that is not for who is signed in here, or that this worker does not understand. */
const unnamed = {
  title: 'Нове сповіщення',
  body: 'Відкрийте «Тестування IQ», щоб прочитати його.',
  path: '/notifications',
} as const

/** News while nobody has the site open. */
export function onPush(event: PushEvent): void {
  event.waitUntil(inTurn(() => show(event.data?.text() ?? '')))
}

/**
 * Browsers want to see something for every message; Chromium alone lets one pass while somebody looks at the site, whose windows
 * are told and show it.
 */
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
    // Whose it is: a window that stops showing this person closes it.
    data: { path, ...(message !== null && { to: message.to, ...(message.until && { until: message.until }) }) },
    // The worker itself has just shown it, so there is no second alert.
    silent: message?.attempt !== undefined && (await takeBackDelivered(message.attempt)),
  })
}

/** The server tells of what ends no earlier than this. A clock that says more, or that it is over, is wrong. Milliseconds. */
const longestLeftMs = 10 * 60_000

/** With how long is left now, and until when: the notification may be read later. */
function bodyOf({ body, until }: PushMessage): string {
  if (until === undefined) return body
  const leftMs = Date.parse(until) - Date.now()
  if (!(leftMs > 0 && leftMs <= longestLeftMs)) return body
  const minutes = Math.floor(leftMs / 60_000)
  const left = minutes === 0 ? 'Лишилося менше хвилини' : `Лишилося ${minutes} хв`
  const end = new Date(until).toLocaleTimeString('uk-UA', { hour: '2-digit', minute: '2-digit' })
  return `${left}, до ${end}. ${body}`
}

/** Closes the notifications of exams whose time is over. */
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

/** Several people may use this browser, and anybody may see its screen. */
async function ifForMe(message: PushMessage | null): Promise<PushMessage | null> {
  try {
    return message !== null && (await readMirror())?.pair?.user_id === message.to ? message : null
  } catch {
    // Where it cannot be read who is signed in, nothing of anybody is shown.
    return null
  }
}

/** Closes the notification that this attempt was delivered. Returns whether there was one. */
async function takeBackDelivered(attemptId: string): Promise<boolean> {
  const said = await self.registration.getNotifications({ tag: deliveredTag })
  const same = said.filter(({ data }) => (data as { attempts?: string[] } | null)?.attempts?.join() === attemptId)
  for (const notification of same) notification.close()
  return same.length > 0
}

interface SubscriptionChange extends ExtendableEvent {
  readonly newSubscription?: PushSubscription | null
}

/** The push service gave another mailbox, or took the one that there was. */
export function onSubscriptionChange(event: Event): void {
  const change = event as SubscriptionChange
  change.waitUntil(moveMailbox(change.newSubscription ?? null))
}

/** A browser does not let a worker live much longer. */
const callTimeoutMs = 15_000

/** What fails here is repeated by the next page of the person (`keepPushes`); so is a choice that somebody changes before that. */
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
