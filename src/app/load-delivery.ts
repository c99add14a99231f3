import { sessionState, subscribeSession } from '../session/session-state.ts'
import { buildOfPage } from '../pwa/build-of-page.ts'
import { readLocalCopy } from '../session/session-copies.ts'
import { onSignedOut } from '../session/session-events.ts'

// Registered from the first page on: the session and its page may end before the delivery's code is loaded.
onSignedOut(async (gone) => (await import('./start-delivery.ts')).forgetPerson(gone))

/** A delivery that could not be loaded is loaded again after this time. */
const retryAfterMs = 15_000

/**
 * Starts the delivery once somebody has signed in here. Before that nothing waits to be sent, and a visitor loads none of its
 * code. Call this after the session's copies are reconciled: `seq` then shows a former session.
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
 * Loads the delivery, which is not part of the first page, from the worker's cache or the network, and retries. A browser that
 * remembers a failed import repeats it only after a reload; so the pages of an exam load this code with their own.
 */
function loadDelivery(): void {
  Promise.all([import('./start-delivery.ts'), import('../session/send-from-window.ts')]).then(
    ([{ startDelivery }, { sendFromWindow }]) => startDelivery({ send: sendFromWindow, build: buildOfPage() }),
    () => setTimeout(loadDelivery, retryAfterMs),
  )
}
