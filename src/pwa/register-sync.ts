import { onWake } from '../concurrency/wake.ts'
import { soon } from '../concurrency/with-timeout.ts'
import { areAnswersHere } from '../attempt/sync/deliver-answers.ts'
import { onSubmissionChange, submissionsState, subscribeSubmissions } from '../attempt/sync/channel.ts'
import { waitingSubmissions } from '../attempt/replica/submissions.ts'
import { deliveryTag, waitingNoticeTag } from './worker-messages.ts'

/** Background Sync, which TypeScript does not know. */
interface SyncingRegistration extends ServiceWorkerRegistration {
  readonly sync?: { readonly register: (tag: string) => Promise<void> }
}

/**
 * The shortest time between two requests that follow from a change alone. A request while the worker delivers wakes the worker
 * again without a pause, and each failed try of the worker changes the waiting rows. Without this limit a server that is down
 * would get calls as fast as it refuses them.
 */
const askedAgainAfterMs = 60_000

/**
 * Asks the browser to wake the worker when there is a network, also after every window is closed, as long as something waits
 * for the server: a submission, a log-out, an answer of an exam that was left. In browsers without Background Sync the next
 * start, focus or `online` delivers. `isLogOutLeft`: whether the server lacks a log-out.
 */
export function askForSync(isLogOutLeft: () => Promise<boolean>): void {
  // WebKit, which has no Background Sync, must stop here. A read that begins while a WebKit page is left never ends, and blocks
  // the next page's storage.
  if (!('serviceWorker' in navigator) || !('SyncManager' in window)) return
  let askedAt = Number.NEGATIVE_INFINITY
  const ask = () => {
    askedAt = performance.now()
    void register()
  }
  onSubmissionChange(({ change }) => {
    if (change === 'enqueued') ask()
  })
  onWake(['asked'], ask)
  subscribeSubmissions(() => {
    if (submissionsState().waiting > 0 && performance.now() - askedAt > askedAgainAfterMs) ask()
    takeBackWaitingNotice().catch(reportError)
  })
  // The last moment that a page surely has: while hidden it may be closed or killed.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'hidden') return void takeBackWaitingNotice().catch(reportError)
    // The browser may have given up an earlier request.
    if (submissionsState().waiting > 0) ask()
    else void registerForTheRest(isLogOutLeft).catch(reportError)
  })
}

async function registerForTheRest(isLogOutLeft: () => Promise<boolean>): Promise<void> {
  if ((await areAnswersHere()) || (await isLogOutLeft())) await register()
}

/**
 * Closes the «not yet sent» notification once nothing waits. Does so only while the page is visible, because the worker shows
 * nothing then: a request for notifications at the moment when Chromium shows one deletes that one.
 */
async function takeBackWaitingNotice(): Promise<void> {
  const isOver = submissionsState().waiting === 0 && document.visibilityState === 'visible'
  if (!isOver || !('Notification' in window) || Notification.permission !== 'granted') return
  const registration = await soon(navigator.serviceWorker.getRegistration())
  const shown = registration ? await soon(registration.getNotifications({ tag: waitingNoticeTag })) : []
  if (shown.length === 0 || (await waitingSubmissions()).length > 0 || (await areAnswersHere())) return
  for (const notification of shown) notification.close()
}

async function register(): Promise<void> {
  try {
    const registration: SyncingRegistration = await soon(navigator.serviceWorker.ready)
    await registration.sync?.register(deliveryTag)
  } catch {
    // The person or a private window forbids it, or no worker becomes active: a window will deliver.
  }
}
