import { sessionState, subscribeSession } from '../session/session-state.ts'
import { buildOfPage } from '../pwa/build-of-page.ts'
import { readLocalCopy } from '../session/session-copies.ts'
import { onSignedOut } from '../session/session-events.ts'

// From the first page on: a session may end, and its page with it, before that code has come.
onSignedOut(async (gone) => (await import('./start-delivery.ts')).forgetPerson(gone))

/** A delivery that could not be loaded is asked for again after this long. */
const retryAfterMs = 15_000

/**
 * Starts the delivery of what waits, once somebody has signed in here. Where nobody ever has nothing waits, and a stranger
 * loads none of it. Call when the copies of the session are reconciled: a log-out leaves its number.
 */
export function deliverForPeople(): void {
  if (readLocalCopy().seq !== null || sessionState().status !== 'guest') return loadDelivery()
  const stop = subscribeSession(() => {
    if (sessionState().status === 'guest') return
    stop()
    loadDelivery()
  })
}

/**
 * The code is not of the first page; it comes from the worker's cache or the network, and is asked for again when it did
 * not come. A browser that remembers a failed import gives it only after a reload; the pages of an exam therefore bring
 * this code with their own.
 */
function loadDelivery(): void {
  Promise.all([import('./start-delivery.ts'), import('../session/send-from-window.ts')]).then(
    ([{ startDelivery }, { sendFromWindow }]) => startDelivery({ send: sendFromWindow, build: buildOfPage() }),
    () => setTimeout(loadDelivery, retryAfterMs),
  )
}
