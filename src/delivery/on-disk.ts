import { withTimeout } from '../concurrency/with-timeout.ts'

/**
 * A storage that has not answered by then counts as one that failed: some browsers never finish what was begun while a page
 * was being left, and the delivery of everything else would wait for it. Milliseconds.
 */
const diskTimeoutMs = 10_000

/** Settles as `work` on the disk does; rejects with a TimeoutError where that does not answer in time. */
export function onDisk<Result>(work: Promise<Result>): Promise<Result> {
  return withTimeout(work, diskTimeoutMs)
}
