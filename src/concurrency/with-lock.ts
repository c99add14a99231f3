/** A lock manager: navigator.locks, or null if the browser has none. */
export type Locks = Pick<LockManager, 'request'> | null

interface Lock {
  readonly locks: Locks
  readonly name: string
  /** How long to wait for another context that holds the lock. */
  readonly timeoutMs: number
}

/**
 * Runs `work` while nobody else in this browser does the same. A frozen tab may keep a lock, so the wait ends: then `otherwise`
 * runs, by default `work` itself. Locks only make duplicates rare; the server guarantees that they do no harm.
 */
export async function withLock<Result>(
  { locks, name, timeoutMs }: Lock,
  work: () => Promise<Result>,
  otherwise: () => Promise<Result> = work,
): Promise<Result> {
  if (locks === null) return work()
  let hasBegun = false
  const run = () => {
    hasBegun = true
    return work()
  }
  try {
    return await locks.request(name, { signal: AbortSignal.timeout(timeoutMs) }, run)
  } catch (error) {
    if (hasBegun) throw error
    return otherwise()
  }
}

export const ownLocks = (): Locks => ('locks' in navigator ? navigator.locks : null)
