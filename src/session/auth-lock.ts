/** A frozen tab may hold the lock for ever; going on without it is safe, because the server renews one token once. */
const patience = 5_000

/** Runs `work` while no other tab renews tokens; after 5 s of waiting, or without Web Locks, it runs anyway. */
export async function withAuthLock<Result>(work: () => Promise<Result>): Promise<Result> {
  if (!('locks' in navigator)) return work()
  let begun = false
  const run = () => {
    begun = true
    return work()
  }
  try {
    return await navigator.locks.request('auth-refresh', { signal: AbortSignal.timeout(patience) }, run)
  } catch (error) {
    if (begun) throw error
    return run()
  }
}
