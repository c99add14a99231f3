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
  inStorage(() => {
    forgetBanner((owner) => owner === gone)
    forgetOrders()
    // A sign-in without an owner leads back to a page of this person, too: it was begun when their session had ended.
    forgetReturns(() => true)
  })
  await closeNotifications((to) => to === undefined || to === gone)
}

/**
 * The same for all but `mine` (null: a guest) when a page begins: a session may have ended before this code came. A sign-in without an
 * owner stays: it may be this person's. With a signed-in person's page the list is not read: that could delete what is just being shown.
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
    // Storage is forbidden, or it holds somebody else's bytes: nothing of ours was kept.
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

/** The letter may still come, and its link works here: only where it would lead to goes. */
function forgetReturns(isGone: (owner: string | null) => boolean): void {
  const begun = localStorage.getItem(signInsKey)
  if (begun === null) return
  const rows = (JSON.parse(begun) as { returnOwner?: string | null }[]).map((row) =>
    isGone(row.returnOwner ?? null) ? { ...row, returnTo: null, returnOwner: null } : row,
  )
  localStorage.setItem(signInsKey, JSON.stringify(rows))
}

/**
 * But for the word that work waits here, which names nobody and is true for the next person too. Only while somebody looks: who asks
 * Chromium for notifications in the moment in which one is shown deletes it, and over a page the worker shows none.
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
