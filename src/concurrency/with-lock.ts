/** A lock manager: navigator.locks, or nothing where the browser has none. */
export type Locks = Pick<LockManager, 'request'> | null

interface Lock {
  readonly locks: Locks
  readonly name: string
  /** How long to wait for another context that has it. */
  readonly timeoutMs: number
}

/**
 * Runs `work` while nobody else in this browser does the same. Locks can stay behind with frozen tabs, so the wait ends:
 * then `otherwise` runs, which is the same work unless told. Locks only make duplicates rare; that they do no harm is the
 * server's promise.
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

/** The lock manager of this context. */
export const ownLocks = (): Locks => ('locks' in navigator ? navigator.locks : null)
