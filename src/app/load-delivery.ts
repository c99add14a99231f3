/** Milliseconds until a delivery that could not be loaded is asked for again. */
const retryAfter = 15_000

/**
 * Starts the delivery of what waits. Its code is not of the first page, which has nothing to deliver yet; it comes from
 * the worker's cache or the network, and is asked for until it is there: answers wait for it.
 */
export function loadDelivery(): void {
  Promise.all([import('./start-delivery.ts'), import('../sitting/exam-calls.ts')]).then(
    ([{ startDelivery }, { sendFromWindow }]) => startDelivery({ send: sendFromWindow }),
    () => setTimeout(loadDelivery, retryAfter),
  )
}
