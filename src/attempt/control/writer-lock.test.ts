import { describe, expect, it } from 'vitest'
import { LockManager } from '../../../tests/model/world/locks.ts'
import { play } from '../../../tests/model/world/play.ts'
import { newLife, Timeline } from '../../../tests/model/world/timeline.ts'
import type { Locks } from '../../concurrency/with-lock.ts'
import { holdWriterLock } from './writer-lock.ts'

/** Web Locks as the fault model has them; Node has none. */
const timeline = new Timeline((error) => {
  throw error
})
const locks = new LockManager(timeline)
const turn = () => play(timeline, timeline.now + 10)

describe('the lock of the tab that writes', () => {
  const tab = (name: string) => {
    const said: boolean[] = []
    const ownLocks = locks.of(newLife()) as unknown as Locks
    return { said, lock: holdWriterLock(ownLocks, name, (mayWrite) => said.push(mayWrite)) }
  }

  it('the first tab gets the writer lock, and the next tab gets it when the first one closes', async () => {
    const first = tab('a')
    await turn()
    const second = tab('a')
    await turn()
    expect([first.said, second.said]).toEqual([[true], [false]])
    first.lock.release()
    await turn()
    expect(second.said).toEqual([false, true])
    second.lock.release()
  })

  it('a tab that takes over gets the writer lock, and a second press does not take the lock from the same tab', async () => {
    const first = tab('b')
    await turn()
    const second = tab('b')
    await turn()
    second.lock.takeOver()
    second.lock.takeOver()
    await turn()
    second.lock.takeOver()
    await turn()
    expect([first.said.at(-1), second.said]).toEqual([false, [false, true]])
    second.lock.release()
    await turn()
    expect(first.said.at(-1)).toBe(true)
    first.lock.release()
  })

  it('every tab may write if the browser refuses locks, and a tab requests its lock only once', async () => {
    let asked = 0
    const refusing = {
      request: async () => {
        // Bounded, because a page that asks again immediately would never end this test.
        if ((asked += 1) > 50) return true
        throw new DOMException('no locks here', 'SecurityError')
      },
    }
    const said: boolean[] = []
    const lock = holdWriterLock(refusing as unknown as Locks, 'c', (mayWrite) => said.push(mayWrite))
    await turn()
    expect([asked, said]).toEqual([1, [true]])
    lock.takeOver()
    lock.release()
    await turn()
    expect(asked).toBe(1)
  })
})
