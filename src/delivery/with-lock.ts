/** A lock manager: navigator.locks, or nothing where the browser has none. */
export type Locks = Pick<LockManager, 'request'> | null

/**
 * Runs `work` while nobody else in this browser does the same. Locks can stay behind with frozen tabs, so the wait ends
 * after `patience` milliseconds and the work is left to a later round: null. Locks only make duplicates rare; that they do
 * no harm is the server's promise.
 */
export async function withLock<Result>(
  locks: Locks,
  name: string,
  patience: number,
  work: () => Promise<Result>,
): Promise<Result | null> {
  if (locks === null) return work()
  let begun = false
  const run = () => {
    begun = true
    return work()
  }
  try {
    return await locks.request(name, { signal: AbortSignal.timeout(patience) }, run)
  } catch (error) {
    if (begun) throw error
    return null
  }
}
