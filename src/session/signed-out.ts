import { withTimeout } from '../concurrency/with-timeout.ts'

type Farewell = (userId: string) => Promise<unknown>

/** Milliseconds that a full-page redirect waits for what is cleared. */
const patience = 2_000

const farewells = new Set<Farewell>()

/**
 * `farewell` is called whenever this window stops showing a person: they signed out, here or in another tab, their session
 * was ended, or somebody else signed in. It is the place to remove what was kept of them, but for answers, which stay.
 * A session that ended over a running exam is not over for this until the exam is left. Every tab calls its own, so it
 * must not mind being late or second. Returns how to stop listening.
 */
export function onSignedOut(farewell: Farewell): () => void {
  farewells.add(farewell)
  return () => farewells.delete(farewell)
}

/**
 * Bids farewell. Resolves when all have done, or after 2 s; a failure
 * is reported and keeps nobody from leaving.
 */
export async function partFrom(userId: string | null): Promise<void> {
  if (userId === null) return
  const all = [...farewells].map((farewell) => farewell(userId).catch(reportError))
  await withTimeout(Promise.all(all), patience).catch(() => undefined)
}
