import { isExamActive, isAttemptPage, keepLink } from '../attempt/sync/exam-lock.ts'
import { onWake } from '../concurrency/wake.ts'
import { soon } from '../concurrency/with-timeout.ts'
import { hasEnded, pressMessage } from './worker-messages.ts'

/** https://wicg.github.io/web-app-launch/, in Chromium alone. */
interface LaunchQueue {
  setConsumer: (consumer: (launch: { readonly targetURL?: string | null }) => void) => void
}

interface PressMessage {
  readonly type?: unknown
  readonly path?: unknown
}

/**
 * Opens what the installed app is asked to show while a window of it is open: a shortcut of its icon, a link in a letter. By the
 * manifest's `focus-existing` the browser brings the window to the front and leaves the rest to it.
 */
export function followLaunches(goTo = (path: string) => window.location.assign(path)): void {
  const queue = 'launchQueue' in window ? (window.launchQueue as LaunchQueue) : undefined
  let isOwn = true
  queue?.setConsumer(({ targetURL }) => {
    // The launch that has opened this window, or, after a reload, the last one again: the window shows it, or has left it.
    const isDone = isOwn && (isReload() || targetURL === loading()?.name)
    isOwn = false
    const path = isDone ? null : pathOfSite(targetURL)
    if (path !== null) void follow(path, goTo)
  })
  // What waited for a consumer has come by now, before `setConsumer` was over.
  isOwn = false
}

/** Goes where a pressed notification leads. The worker tells a window that it does not lead away by itself: an exam may run in it. */
export function followPresses(goTo = (path: string) => window.location.assign(path)): void {
  if (!('serviceWorker' in navigator)) return
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<PressMessage | null>) => {
    if (data?.type !== pressMessage || typeof data.path !== 'string') return
    const path = pathOfSite(data.path)
    if (path !== null) void follow(path, goTo)
  })
}

/** Closes notifications of exams whose time is over, now and whenever somebody looks at the site again. */
export function closeEndedNotifications(): void {
  const closeThem = async () => {
    // While nobody looks the worker may be showing one: who asks Chromium for them in that moment deletes it.
    if (document.visibilityState !== 'visible' || !('serviceWorker' in navigator)) return
    const registration = await soon(navigator.serviceWorker.getRegistration())
    const shown = registration ? await soon(registration.getNotifications()) : []
    for (const notification of shown) if (hasEnded(notification)) notification.close()
  }
  const close = () => void closeThem().catch(reportError)
  close()
  onWake(['visible'], close)
}

/** Never out of an exam: the link waits until that is submitted. */
async function follow(path: string, goTo: (path: string) => void): Promise<void> {
  const { pathname, search, hash } = window.location
  if (path === pathname + search + hash) return
  if (isAttemptPage(pathname) && (await isExamActive())) keepLink(path)
  else goTo(path)
}

/** The path of an address of this site, whose manifest has all of it in scope; null for any other. */
function pathOfSite(address: string | null | undefined): string | null {
  if (address == null) return null
  try {
    // `URL.canParse` is younger than the oldest browsers that we build for: Safari 16.4, Chrome 111.
    const { origin, pathname, search, hash } = new URL(address, window.location.origin)
    return origin === window.location.origin ? pathname + search + hash : null
  } catch {
    return null
  }
}

const loading = () => performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined
const isReload = () => loading()?.type === 'reload'
