import { soon } from '../../concurrency/with-timeout.ts'
import { waitingNoticeTag } from '../../pwa/worker-messages.ts'

/** Keys of pages that may not be loaded at a sign-out; a test compares them with the pages. */
const bannerKey = 'verify_banner_rests_on'
const signInsKey = 'begun_sign_ins'
const orderKeys = 'purchase_key:'

/**
 * Removes a person's small traces when a window stops showing them: from localStorage and the system's notifications. Traces
 * of another person, who may have signed in meanwhile, stay. Order keys have no owner and always go: the server also recognises
 * an open order by its test.
 */
export async function forgetTraces(gone: string): Promise<void> {
  inStorage(() => {
    forgetBanner((owner) => owner === gone)
    forgetOrders()
    // A sign-in without an owner began after this person's session had ended: it leads back to a page of theirs, too.
    forgetReturns(() => true)
  })
  await closeNotifications((to) => to === undefined || to === gone)
}

/**
 * Removes the traces of all but `mine` (null: a guest) when a page begins, because a session may have ended before this code
 * came. A sign-in without an owner stays: it may be this person's. While somebody is signed in, notifications stay, too: listing
 * them could delete one that is just being shown.
 */
export async function forgetTracesOfOthers(mine: string | null): Promise<void> {
  inStorage(() => {
    forgetBanner((owner) => owner !== mine)
    if (mine === null) forgetOrders()
    forgetReturns((owner) => owner !== null && owner !== mine)
  })
  if (mine === null) await closeNotifications((to) => to !== undefined)
}

function inStorage(forget: () => void): void {
  try {
    forget()
  } catch {
    // Storage is forbidden, or contains foreign data: nothing of ours was stored.
  }
}

function forgetBanner(isGone: (owner: string) => boolean): void {
  const owner = localStorage.getItem(bannerKey)?.split(' ').at(-1)
  if (owner !== undefined && isGone(owner)) localStorage.removeItem(bannerKey)
}

function forgetOrders(): void {
  const keys = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? '')
  for (const key of keys) if (key.startsWith(orderKeys)) localStorage.removeItem(key)
}

/** Removes only the page that a sign-in leads to, not the sign-in: its letter may still come, and the link works here. */
function forgetReturns(isGone: (owner: string | null) => boolean): void {
  const begun = localStorage.getItem(signInsKey)
  if (begun === null) return
  const rows = (JSON.parse(begun) as { returnOwner?: string | null }[]).map((row) =>
    isGone(row.returnOwner ?? null) ? { ...row, returnTo: null, returnOwner: null } : row,
  )
  localStorage.setItem(signInsKey, JSON.stringify(rows))
}

/**
 * Closes notifications, except that of waiting work, which names nobody and is true for the next person, too. Does so only while
 * the page is visible, because the worker shows none then: listing notifications while Chromium shows one deletes that one.
 */
async function closeNotifications(isGone: (to: string | undefined) => boolean): Promise<void> {
  if (document.visibilityState !== 'visible' || !('Notification' in window)) return
  if (Notification.permission !== 'granted' || !('serviceWorker' in navigator)) return
  const registration = await soon(navigator.serviceWorker.getRegistration())
  const shown = registration ? await soon(registration.getNotifications()) : []
  for (const notification of shown) {
    const { to } = (notification.data ?? {}) as { to?: string }
    if (notification.tag !== waitingNoticeTag && isGone(to)) notification.close()
  }
}
