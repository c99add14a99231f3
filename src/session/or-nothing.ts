import { withTimeout } from '../concurrency/with-timeout.ts'

/** Milliseconds. A storage that takes longer is broken, and no page waits for it. */
export const shortPatience = 2_000

/**
 * What the mirror says, or null when this browser's IndexedDB fails or does not answer: the session then lives in local
 * storage alone, as it did before there was a mirror, and a crash may cost a log-in.
 */
export function orNothing<Result>(work: Promise<Result>, patience = shortPatience): Promise<Result | null> {
  return withTimeout(work, patience).catch(() => null)
}
