import { useEffect } from 'react'
import { onWake } from '../../concurrency/wake.ts'

/**
 * Keeps the screen on while `isWanted`: who thinks over a question touches nothing. A browser takes the lock away from a
 * page that is hidden; it is asked for again when the page is seen. One that has no locks, or refuses (a low battery), is
 * left alone.
 */
export function useWakeLock(isWanted: boolean): void {
  useEffect(() => {
    const { wakeLock } = navigator as { wakeLock?: WakeLock }
    if (!isWanted || wakeLock === undefined) return
    let isOver = false
    let held: WakeLockSentinel | null = null
    const take = async () => {
      try {
        // No limit: nothing waits for it.
        const lock = await wakeLock.request('screen')
        // Two may be on their way, and the exam may end meanwhile: one is held, or none.
        if (isOver || (held !== null && !held.released)) await lock.release()
        else held = lock
      } catch {
        // Refused: the screen goes dark as it does elsewhere.
      }
    }
    const look = () => void take()
    if (document.visibilityState === 'visible') look()
    const stop = onWake(['visible'], look)
    return () => {
      isOver = true
      stop()
      void held?.release().catch(() => undefined)
    }
  }, [isWanted])
}
