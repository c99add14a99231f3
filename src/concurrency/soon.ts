import { withTimeout } from './with-timeout.ts'

/** A part of the browser that has not answered by then counts as one that refused. Milliseconds. */
const browserTimeoutMs = 5_000

/**
 * Settles as `work` does, or rejects with a TimeoutError after five seconds. For what a browser does by itself: a worker that never
 * becomes active, a clipboard or a storage that is stuck. Not for what a person is asked.
 */
export function soon<Result>(work: Promise<Result>): Promise<Result> {
  return withTimeout(work, browserTimeoutMs)
}
