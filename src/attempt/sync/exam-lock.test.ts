import { afterEach, describe, expect, it, vi } from 'vitest'
import { forgetLink, holdExamLock, isExamActive, keepLink, keptLink, subscribeKeptLink } from './exam-lock.ts'

/** A browser's lock manager as far as an exam needs it: the locks that are held until their work ends, and their modes. */
function lockManager() {
  const held: { name: string; mode: string | undefined }[] = []
  return {
    held,
    request: async (name: string, { mode }: LockOptions, work: () => Promise<unknown>) => {
      const lock = { name, mode }
      held.push(lock)
      await work()
      held.splice(held.indexOf(lock), 1)
    },
    query: () => Promise.resolve({ held: [...held], pending: [] }),
  }
}

afterEach(() => vi.unstubAllGlobals())

describe('the lock of a running exam', () => {
  it('the exam lock is held from the beginning of an exam until the last tab has ended it', async () => {
    vi.stubGlobal('navigator', { locks: lockManager() })
    expect(await isExamActive()).toBe(false)
    const [endFirst, endSecond] = [holdExamLock(), holdExamLock()]
    expect(await isExamActive()).toBe(true)
    endFirst()
    await vi.waitFor(async () => expect((await navigator.locks.query()).held).toHaveLength(1))
    expect(await isExamActive()).toBe(true)
    endSecond()
    await vi.waitFor(async () => expect(await isExamActive()).toBe(false))
  })

  it('the exam lock is shared, so that several tabs can hold it', () => {
    const locks = lockManager()
    vi.stubGlobal('navigator', { locks })
    holdExamLock()
    expect(locks.held).toEqual([{ name: 'exam-active', mode: 'shared' }])
  })

  it('a lock for something else, or a browser that lists no locks, does not mean a running exam', async () => {
    const query = vi.fn()
    vi.stubGlobal('navigator', { locks: { query } })
    query.mockResolvedValue({ held: [{ name: 'outbox:draft-1' }, { name: 'refresh' }] })
    expect(await isExamActive()).toBe(false)
    query.mockResolvedValue({ held: [{ name: 'refresh' }, { name: 'exam-active' }] })
    expect(await isExamActive()).toBe(true)
    query.mockResolvedValue({})
    expect(await isExamActive()).toBe(false)
  })

  it('a browser that cannot list its locks counts as running an exam', async () => {
    vi.stubGlobal('navigator', { locks: { query: () => Promise.reject(new DOMException('', 'InvalidStateError')) } })
    expect(await isExamActive()).toBe(true)
  })

  it('an exam starts and ends in a browser without locks', async () => {
    vi.stubGlobal('navigator', {})
    const end = holdExamLock()
    expect(await isExamActive()).toBe(false)
    expect(end()).toBeUndefined()
  })
})

it('the last link that was opened during an exam is kept until it is forgotten', () => {
  const changed = vi.fn()
  const stop = subscribeKeptLink(changed)
  expect(keptLink()).toBeNull()
  keepLink('/confirm-email?token=1')
  keepLink('/confirm-email?token=2')
  expect([keptLink(), changed.mock.calls.length]).toEqual(['/confirm-email?token=2', 2])
  forgetLink()
  expect([keptLink(), changed.mock.calls.length]).toEqual([null, 3])
  stop()
})
