import { sessionState, subscribeSession } from '../session/session-state.ts'
import { readLocalCopy } from '../session/session-copies.ts'

/** Milliseconds until a delivery that could not be loaded is asked for again. */
const retryAfter = 15_000

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
 * What names the build of the app: the page's scripts, each by a digest of itself. All of them: the first ones, the bundler's own
 * and the libraries, are the same in many builds; the last one, by the names of all that it loads, is not. '' where there is none.
 */
export function buildOf(page: ParentNode): string {
  const scripts = page.querySelectorAll<HTMLScriptElement>('script[type="module"][src]')
  return Array.from(scripts, ({ src }) => new URL(src).pathname).join(' ')
}

/**
 * The code is not of the first page; it comes from the worker's cache or the network, and is asked for again when it did
 * not come. A browser that remembers a failed import gives it only after a reload; the pages of an exam therefore bring
 * this code with their own.
 */
function loadDelivery(): void {
  Promise.all([import('./start-delivery.ts'), import('../attempt/control/calls.ts')]).then(
    ([{ startDelivery }, { sendFromWindow }]) => startDelivery({ send: sendFromWindow, build: buildOf(document) }),
    () => setTimeout(loadDelivery, retryAfter),
  )
}
