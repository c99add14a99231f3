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
 * A browser that is asked while the worker delivers wakes it once more without a pause, and each try of the worker that
 * failed changes the rows of what waits: a server that is away would be asked as fast as it can refuse. So a change alone is no reason
 * to ask again sooner than this.
 */
const askedAgainAfterMs = 60_000

/**
 * Asks the browser to wake the worker when there is a network, as long as something waits that the server has not heard
 * of (a submission, a log-out, an answer of an exam that is left): also when every window is closed by then. Where the
 * browser cannot, the next start, focus or `online` delivers. `isLogOutLeft`: whether the server has yet to hear of one.
 */
export function askForSync(isLogOutLeft: () => Promise<boolean>): void {
  // Also for WebKit's sake, which has no Background Sync: a read of the storage that its page begins while it is left
  // is never finished, and holds the storage against the next page.
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
  // The last moment that a page surely has: it may be closed, or killed, out of sight.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'hidden') return void takeBackWaitingNotice().catch(reportError)
    // Asked long ago the browser may have given up by now.
    if (submissionsState().waiting > 0) ask()
    else void registerForTheRest(isLogOutLeft).catch(reportError)
  })
}

async function registerForTheRest(isLogOutLeft: () => Promise<boolean>): Promise<void> {
  if ((await areAnswersHere()) || (await isLogOutLeft())) await register()
}

/**
 * Closes the «not yet sent» notification once nothing waits. Only while somebody looks, when the worker shows nothing: who asks
 * Chromium for notifications in the moment in which one is shown deletes it.
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
    // The person, or a private window, forbids it, or no worker becomes active: a window will deliver.
  }
}
