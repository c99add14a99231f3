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
 * Opens the address of a launch of the installed app while it has a window: a shortcut of its icon, or a link in a letter. The
 * manifest's `focus-existing` makes the browser bring the window to the front and leave the rest to the window.
 */
export function followLaunches(goTo = (path: string) => window.location.assign(path)): void {
  const queue = 'launchQueue' in window ? (window.launchQueue as LaunchQueue) : undefined
  let isOwn = true
  queue?.setConsumer(({ targetURL }) => {
    // The window's own launch, or the last one again after a reload: the window shows its page, or has left it.
    const isDone = isOwn && (isReload() || targetURL === loading()?.name)
    isOwn = false
    const path = isDone ? null : pathOfSite(targetURL)
    if (path !== null) void follow(path, goTo)
  })
  // A launch that waited for a consumer came before `setConsumer` returned.
  isOwn = false
}

/** Goes to the path of a pressed notification. The worker only sends the path to the window, because an exam may run in it. */
export function followPresses(goTo = (path: string) => window.location.assign(path)): void {
  if (!('serviceWorker' in navigator)) return
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<PressMessage | null>) => {
    if (data?.type !== pressMessage || typeof data.path !== 'string') return
    const path = pathOfSite(data.path)
    if (path !== null) void follow(path, goTo)
  })
}

/** Closes notifications of exams whose time is over, now and whenever the site becomes visible. */
export function closeEndedNotifications(): void {
  const closeThem = async () => {
    // The worker may be showing one while the site is hidden, and Chromium deletes it if a page asks for notifications then.
    if (document.visibilityState !== 'visible' || !('serviceWorker' in navigator)) return
    const registration = await soon(navigator.serviceWorker.getRegistration())
    const shown = registration ? await soon(registration.getNotifications()) : []
    for (const notification of shown) if (hasEnded(notification)) notification.close()
  }
  const close = () => void closeThem().catch(reportError)
  close()
  onWake(['visible'], close)
}

/** Goes to a path, but never out of an exam: there the link waits until the exam is submitted. */
async function follow(path: string, goTo: (path: string) => void): Promise<void> {
  const { pathname, search, hash } = window.location
  if (path === pathname + search + hash) return
  if (isAttemptPage(pathname) && (await isExamActive())) keepLink(path)
  else goTo(path)
}

/** The path of an address of this site (the manifest's scope is all of it); null for any other. */
function pathOfSite(address: string | null | undefined): string | null {
  if (address == null) return null
  try {
    // The oldest supported browsers lack `URL.canParse`: Safari 16.4, Chrome 111.
    const { origin, pathname, search, hash } = new URL(address, window.location.origin)
    return origin === window.location.origin ? pathname + search + hash : null
  } catch {
    return null
  }
}

const loading = () => performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined
const isReload = () => loading()?.type === 'reload'
