import { soon } from '../../concurrency/with-timeout.ts'
import { waitingNoticeTag } from '../../pwa/worker-messages.ts'

/** Their owners are pages that may not be loaded when somebody signs out; a test holds the names to theirs. */
const bannerKey = 'verify_banner_rests_on'
const signInsKey = 'begun_sign_ins'
const orderKeys = 'purchase_key:'

/**
 * Removes what small things of a person this browser still holds when a window stops showing them: in local storage, and what
 * the system's list of notifications says. Another person may have signed in by then, whose things stay; an order's key is of
 * nobody: without one the server knows the order that is open by its test.
 */
export async function forgetTraces(gone: string): Promise<void> {
  forgetKeys(gone)
  await closeNotifications(gone)
}

function forgetKeys(gone: string): void {
  try {
    if (localStorage.getItem(bannerKey)?.endsWith(` ${gone}`) === true) localStorage.removeItem(bannerKey)
    const keys = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? '')
    for (const key of keys) if (key.startsWith(orderKeys)) localStorage.removeItem(key)
    // The letter may still come, and its link works here: only where it would lead to goes.
    const begun = localStorage.getItem(signInsKey)
    if (begun !== null) localStorage.setItem(signInsKey, JSON.stringify(withoutReturn(begun)))
  } catch {
    // Storage is forbidden, or it holds somebody else's bytes: nothing of ours was kept.
  }
}

function withoutReturn(begun: string): unknown[] {
  const rows = JSON.parse(begun) as object[]
  return rows.map((row) => ({ ...row, returnTo: null, returnOwner: null }))
}

/**
 * But for the word that work waits here, which names nobody and is true for the next person too. Only while somebody looks: who asks
 * Chromium for notifications in the moment in which one is shown deletes it, and over a page the worker shows none.
 */
async function closeNotifications(gone: string): Promise<void> {
  if (document.visibilityState !== 'visible' || !('Notification' in window)) return
  if (Notification.permission !== 'granted' || !('serviceWorker' in navigator)) return
  const registration = await soon(navigator.serviceWorker.getRegistration())
  const shown = registration ? await soon(registration.getNotifications()) : []
  for (const notification of shown) {
    const { to } = (notification.data ?? {}) as { to?: string }
    if (notification.tag !== waitingNoticeTag && (to === undefined || to === gone)) notification.close()
  }
}
