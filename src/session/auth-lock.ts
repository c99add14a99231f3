import { ownLocks, withLock } from '../concurrency/with-lock.ts'

/**
 * A frozen tab may hold the lock for ever, so nobody waits for ever. Longer than a renewal lasts at the most, a silent
 * storage and a silent server included: a second one, sent while the first is under way, may reach the server after the
 * first one's tokens were used, and looks like a theft, which ends the session. Milliseconds.
 */
export const lockPatience = 40_000

/** Runs `work` while no other tab renews tokens; after 40 s of waiting, or without Web Locks, it runs anyway. */
export function withAuthLock<Result>(work: () => Promise<Result>): Promise<Result> {
  return withLock({ locks: ownLocks(), name: 'auth-refresh', timeoutMs: lockPatience }, work)
}
