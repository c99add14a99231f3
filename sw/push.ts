import { type PushMessage, renewPushSubscription } from '#contract/push.ts'
import { request } from '../src/http/request.ts'
import { inPushTurn, readPushRows, storeIfCurrent } from '../src/push/push-db.ts'
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
  const { title, body, path } = message ?? unnamed
  await self.registration.showNotification(title, {
    body,
    lang: 'uk',
    ...icons,
    tag: tagOf(message),
    // Whose it is: a window that stops showing this person closes it.
    data: { path, ...(message !== null && { to: message.to }) },
    // The worker itself has just shown it, so there is no second alert.
    silent: message?.attempt !== undefined && (await takeBackDelivered(message.attempt)),
  })
}

function tagOf(message: PushMessage | null): string {
  if (message === null) return 'news'
  return message.attempt === undefined ? message.kind : attemptTag(message.attempt)
}

function readMessage(text: string): PushMessage | null {
  try {
    const { to, kind, title, body, path, attempt } = JSON.parse(text) as Partial<PushMessage>
    const isWhole = [to, kind, title, body, path].every((part) => typeof part === 'string')
    const isOfSite = isWhole && new URL(path!, self.location.origin).origin === self.location.origin
    if (!isOfSite) return null
    return { to: to!, kind: kind!, title: title!, body: body!, path: path!, ...(attempt && { attempt }) }
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
