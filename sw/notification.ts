import { isExamActive, isAttemptPage } from '../src/attempt/sync/exam-lock.ts'
import type { SubmissionRow } from '../src/attempt/machine/rows.ts'
import { newsMessage, pressMessage, waitingNoticeTag } from '../src/pwa/worker-messages.ts'
import { readMirror } from '../src/session/session-db.ts'

declare const self: ServiceWorkerGlobalScope

/** One at a time: a later delivery replaces the notification of an earlier one. */
export const deliveredTag = 'delivered'
export const icons = { icon: '/icons/icon-192.png', badge: '/icons/icon-monochrome.svg' } as const
const myTests = '/purchases'

type Delivered = Pick<SubmissionRow, 'ownerId' | 'purchaseId' | 'mode' | 'attemptId'>

/**
 * Notifies that what waited has reached the server, where notifications are permitted and nobody is looking at the site. It
 * says nothing of whose work it was, nor of what was in it: several people may use this browser, and anybody may see its
 * screen.
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
 * Notifies that work is still on this device, when the browser wakes the worker no more: only a visit delivers it now. Once,
 * where notifications are permitted and nobody is looking at the site; it names neither who nor what.
 */
export async function tellWaiting(): Promise<void> {
  if (!('Notification' in self) || Notification.permission !== 'granted') return
  // A window with a running exam sends its answers by itself, out of sight too.
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

/** Closes that notification: the work has been delivered after all. */
export async function takeBackWaiting(): Promise<void> {
  if (!('Notification' in self) || Notification.permission !== 'granted') return
  await inTurn(async () => {
    const shown = await self.registration.getNotifications({ tag: waitingNoticeTag })
    for (const notification of shown) notification.close()
  })
}

let turn: Promise<unknown> = Promise.resolve()

/**
 * Shows one after the other. Code that asks Chromium for a site's notifications in the moment between the one being written
 * and being shown deletes it: what the browser has written and not on its screen counts as dismissed.
 */
export function inTurn<Result>(show: () => Promise<Result>): Promise<Result> {
  const shown = turn.then(show)
  turn = shown.catch(() => undefined)
  return shown
}

/** Nothing more is shown of a result or a delivery that a push message has announced already. */
async function withoutAnnounced(works: readonly Delivered[]): Promise<readonly Delivered[]> {
  const announced = new Set((await self.registration.getNotifications()).map(({ tag }) => tag))
  return works.filter(({ attemptId }) => attemptId === null || !announced.has(attemptTag(attemptId)))
}

/** The tag of push messages about an attempt: the last one replaces the others. */
export const attemptTag = (attemptId: string) => `attempt ${attemptId}`

/** The result of one work, if it is of who is signed in here; else that person's own tests. */
async function pathOf([work, ...others]: readonly Delivered[]): Promise<string> {
  if (work === undefined || others.length > 0) return myTests
  const { ownerId, purchaseId, attemptId } = work
  const userId = (await readMirror())?.pair?.user_id
  if (userId !== ownerId) return myTests
  // The page itself puts the type of the test right.
  const result = `/test/test-result/${encodeURIComponent(purchaseId)}`
  return attemptId !== null ? `${result}?attempt=${encodeURIComponent(attemptId)}` : result
}

export async function isSomebodyLooking(): Promise<boolean> {
  return (await windowsOfSite()).some(({ visibilityState }) => visibilityState === 'visible')
}

/** Windows that are open show what is new by themselves, as soon as they hear that there is something. */
export async function tellWindows(): Promise<void> {
  for (const window of await windowsOfSite()) window.postMessage({ type: newsMessage })
}

/** Those too that the worker does not serve: a forced reload goes past it. */
function windowsOfSite(): Promise<readonly WindowClient[]> {
  return self.clients.matchAll({ type: 'window', includeUncontrolled: true })
}

/** A press on the notification opens what it is about. */
export function onNotificationClick(event: NotificationEvent): void {
  event.notification.close()
  event.waitUntil(open(event.notification.data?.path ?? myTests))
}

async function open(path: string): Promise<void> {
  const windows = await windowsOfSite()
  const isExam = await isExamActive()
  // An installed app may open it in place of the window that it has: an exam is shown and not led away from.
  const target = isExam ? examAmong(windows) : windows.find(({ url }) => url === self.location.origin + path)
  if (target === undefined) return void (await self.clients.openWindow(path))
  // Messaged before it comes to the front, which may be refused: the exam's page keeps the path and offers it when it is left.
  if (isExam) target.postMessage({ type: pressMessage, path })
  await target.focus()
}

/** The window of the exam; any where none says so by its address. */
function examAmong(windows: readonly WindowClient[]): WindowClient | undefined {
  return windows.find(({ url }) => isAttemptPage(new URL(url).pathname)) ?? windows[0]
}
