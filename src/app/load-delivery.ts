/** Milliseconds until a delivery that could not be loaded is asked for again. */
const retryAfter = 15_000

/**
 * Starts the delivery of what waits. Its code is not of the first page, which has nothing to deliver yet; it comes from
 * the worker's cache or the network, and is asked for again when it did not come. A browser that remembers a failed import
 * gives it only after a reload; the pages of an exam therefore bring this code with their own.
 */
export function loadDelivery(): void {
  Promise.all([import('./start-delivery.ts'), import('../sitting/exam-calls.ts')]).then(
    ([{ startDelivery }, { sendFromWindow }]) => startDelivery({ send: sendFromWindow }),
    () => setTimeout(loadDelivery, retryAfter),
  )
}
