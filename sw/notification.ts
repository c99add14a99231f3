import { isExamActive, isAttemptPage } from '../src/attempt/sync/exam-lock.ts'
import type { SubmissionRow } from '../src/attempt/machine/rows.ts'
import { newsMessage, pressMessage, waitingNoticeTag } from '../src/pwa/worker-messages.ts'
import { readMirror } from '../src/session/session-db.ts'

declare const self: ServiceWorkerGlobalScope

/** One tag for all deliveries: a later notification replaces an earlier one. */
export const deliveredTag = 'delivered'
export const icons = { icon: '/icons/icon-192.png', badge: '/icons/icon-monochrome.svg' } as const
const myTests = '/purchases'

type Delivered = Pick<SubmissionRow, 'ownerId' | 'purchaseId' | 'mode' | 'attemptId'>

/**
 * Notifies that waiting work has reached the server, if notifications are permitted and no window is visible. It names neither
 * the person nor the work: several people may use this browser, and anybody may see its screen.
 */
export async function tellDelivered(works: readonly Delivered[]): Promise<void> {
  if (works.length === 0 || !('Notification' in self) || Notification.permission !== 'granted') return
  await inTurn(() => notifyOfDelivery(works))
}

async function notifyOfDelivery(works: readonly Delivered[]): Promise<void> {
  const unannounced = await withoutAnnounced(works)
  if (unannounced.length === 0) return
  if (await isSomebodyLooking()) return
  await self.registration.showNotification('Роботу передано', {
    body: 'Відповіді, що чекали на мережу, тепер на сервері.',
    lang: 'uk',
    ...icons,
    tag: deliveredTag,
    data: { path: await pathOf(unannounced), attempts: unannounced.map(({ attemptId }) => attemptId) },
  })
}

/**
 * Notifies, once, that work is still on this device and the browser wakes the worker no more: only a visit delivers it. Only if
 * notifications are permitted and no window is visible; it names neither the person nor the work.
 */
export async function tellWaiting(): Promise<void> {
  if (!('Notification' in self) || Notification.permission !== 'granted') return
  // A window with a running exam sends its answers by itself, hidden too.
  if (await isExamActive()) return
  await inTurn(async () => {
    const shown = await self.registration.getNotifications({ tag: waitingNoticeTag })
    if (shown.length > 0 || (await isSomebodyLooking())) return
    await self.registration.showNotification('Роботу ще не передано', {
      body: 'Відповіді збережено на цьому пристрої. Відкрийте «Тестування IQ», коли буде мережа, щоб передати їх.',
      lang: 'uk',
      ...icons,
      tag: waitingNoticeTag,
      data: { path: myTests },
    })
  })
}

/** Closes the notification of waiting work. Call it after the work has been delivered. */
export async function takeBackWaiting(): Promise<void> {
  if (!('Notification' in self) || Notification.permission !== 'granted') return
  await inTurn(async () => {
    const shown = await self.registration.getNotifications({ tag: waitingNoticeTag })
    for (const notification of shown) notification.close()
  })
}

let turn: Promise<unknown> = Promise.resolve()

/**
 * Runs `show` after all earlier calls have ended, and settles as it does. Chromium writes a notification before it shows it. A
 * request for the site's notifications in between makes Chromium delete it: off the screen it counts as dismissed.
 */
export function inTurn<Result>(show: () => Promise<Result>): Promise<Result> {
  const shown = turn.then(show)
  turn = shown.catch(() => undefined)
  return shown
}

/** Leaves out works whose result or delivery a push message has announced already. */
async function withoutAnnounced(works: readonly Delivered[]): Promise<readonly Delivered[]> {
  const announced = new Set((await self.registration.getNotifications()).map(({ tag }) => tag))
  return works.filter(({ attemptId }) => attemptId === null || !announced.has(attemptTag(attemptId)))
}

/** The tag of push messages about an attempt: the last message replaces the others. */
export const attemptTag = (attemptId: string) => `attempt ${attemptId}`

/** The result's page if there is one work and the signed-in person owns it; else the purchases. */
async function pathOf([work, ...others]: readonly Delivered[]): Promise<string> {
  if (work === undefined || others.length > 0) return myTests
  const { ownerId, purchaseId, attemptId } = work
  const userId = (await readMirror())?.pair?.user_id
  if (userId !== ownerId) return myTests
  // The page itself corrects the type of the test.
  const result = `/test/test-result/${encodeURIComponent(purchaseId)}`
  return attemptId !== null ? `${result}?attempt=${encodeURIComponent(attemptId)}` : result
}

export async function isSomebodyLooking(): Promise<boolean> {
  return (await windowsOfSite()).some(({ visibilityState }) => visibilityState === 'visible')
}

/** Tells open windows that there is news; they show it themselves. */
export async function tellWindows(): Promise<void> {
  for (const window of await windowsOfSite()) window.postMessage({ type: newsMessage })
}

/** All windows, also those that the worker does not control: a forced reload bypasses it. */
function windowsOfSite(): Promise<readonly WindowClient[]> {
  return self.clients.matchAll({ type: 'window', includeUncontrolled: true })
}

export function onNotificationClick(event: NotificationEvent): void {
  event.notification.close()
  event.waitUntil(open(event.notification.data?.path ?? myTests))
}

async function open(path: string): Promise<void> {
  const windows = await windowsOfSite()
  const isExam = await isExamActive()
  // An installed app may replace its window's page, so the worker never opens a page in a window with an exam.
  const target = isExam ? examAmong(windows) : windows.find(({ url }) => url === self.location.origin + path)
  if (target === undefined) return void (await self.clients.openWindow(path))
  // The message goes first, because focusing may be refused. The exam's page keeps the path and offers it when it is left.
  if (isExam) target.postMessage({ type: pressMessage, path })
  await target.focus()
}

/** The window on an attempt's page; any window if none has such an address. */
function examAmong(windows: readonly WindowClient[]): WindowClient | undefined {
  return windows.find(({ url }) => isAttemptPage(new URL(url).pathname)) ?? windows[0]
}
