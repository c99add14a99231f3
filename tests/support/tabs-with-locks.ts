import { afterEach, beforeEach } from 'vitest'
import type { Locks } from '../../src/concurrency/with-lock.ts'
import { LockManager } from '../model/world/locks.ts'
import { play } from '../model/world/play.ts'
import { newLife, Timeline } from '../model/world/timeline.ts'
import { quiet } from './exam-in-memory.ts'

/**
 * Gives the tests of the calling file or group one browser with the Web Locks of the fault model, because Node has none.
 * Returns a function that makes the `world` of `openPage` for a tab, whose reported errors fail no test.
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
