import { withTimeout } from '../concurrency/with-timeout.ts'
import { preparePage } from './app-routes.tsx'

/** How long a page may stay empty while its code comes from the worker, on a slow phone too. */
const workerTimeoutMs = 1_000

/** The same from the network: on a fast one the code comes sooner, on a slow one the loading text must not wait for it. */
const networkTimeoutMs = 200

/** The same where the build has drawn the page: nobody looks at an empty one. */
const drawnTimeoutMs = 1_000

/**
 * Resolves when the first render should begin: with the code of the page there, or after waiting for it in vain. A loading
 * text that is shown only for a moment would cost 300 ms (see `lazyPage`). Never rejects: the page itself says so when its
 * code cannot be fetched.
 */
export async function beforeFirstRender(pathname: string, isDrawn: boolean): Promise<void> {
  const hasWorker = 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null
  const timeoutMs = hasWorker ? workerTimeoutMs : networkTimeoutMs
  await withTimeout(preparePage(pathname), isDrawn ? drawnTimeoutMs : timeoutMs).catch(() => undefined)
}
