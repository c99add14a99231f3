import { withTimeout } from '../concurrency/with-timeout.ts'
import { preparePage } from './app-routes.tsx'

/** Milliseconds: how long a page may stay empty while its code comes from the worker, on a slow phone too. */
const workersPatience = 1_000

/** The same from the network: on a fast one the code comes sooner, on a slow one the loading text must not wait for it. */
const networksPatience = 200

/** The same where the build has drawn the page: nobody looks at an empty one. */
const drawnPatience = 1_000

/**
 * Resolves when the first drawing should begin: with the code of the page there, or after waiting for it in vain. A loading
 * text that stands for a moment only would cost 300 ms (see `lazyPage`). Never rejects: a code that cannot be fetched is told
 * of where its page is shown.
 */
export async function firstPage(pathname: string, isDrawn: boolean): Promise<void> {
  const hasWorker = 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null
  const patience = hasWorker ? workersPatience : networksPatience
  await withTimeout(preparePage(pathname), isDrawn ? drawnPatience : patience).catch(() => undefined)
}
