import { afterEach, beforeEach } from 'vitest'
import type { Locks } from '../../src/concurrency/with-lock.ts'
import { LockManager } from '../model/world/locks.ts'
import { play } from '../model/world/play.ts'
import { newLife, Timeline } from '../model/world/timeline.ts'
import { quiet } from './exam-in-memory.ts'

/**
 * For the tests of the file or group that calls it: one browser with Web Locks as the fault model has them, because Node has
 * none. Returns what `openPage` takes for a tab of it, which may report what it likes.
 */
export function tabsWithLocks() {
  const timeline = new Timeline((error) => {
    throw error
  })
  const manager = new LockManager(timeline)
  let turning: ReturnType<typeof setInterval>
  beforeEach(() => {
    turning = setInterval(() => void play(timeline, timeline.now + 10), 5)
  })
  afterEach(() => clearInterval(turning))
  return () => ({ ...quiet, locks: manager.of(newLife()) as unknown as Locks })
}
