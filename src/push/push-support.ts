/**
 * Whether this browser can get push messages while the site is closed. needs-install: only once the site is installed (iOS
 * and iPadOS) · blocked: the person, or the browser, said no · ready: it can be asked, or was allowed.
 */
export type PushSupport = 'unsupported' | 'needs-install' | 'blocked' | 'ready'

/** The support at this moment. */
export function pushSupport(): PushSupport {
  const canBeTold = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  if (!canBeTold) return isIos() ? 'needs-install' : 'unsupported'
  return Notification.permission === 'denied' ? 'blocked' : 'ready'
}

/** An iPad calls itself a Mac; no Mac has a touch screen. */
function isIos(): boolean {
  const { userAgent, maxTouchPoints } = navigator
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
}
