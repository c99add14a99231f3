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

describe('the word that an exam is being sat', () => {
  it('is there from the beginning of an exam until the last tab has ended it', async () => {
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

  it('may be said by several tabs together', () => {
    const locks = lockManager()
    vi.stubGlobal('navigator', { locks })
    holdExamLock()
    expect(locks.held).toEqual([{ name: 'exam-active', mode: 'shared' }])
  })

  it('is not said by a lock for something else, nor by a browser that names no locks', async () => {
    const query = vi.fn()
    vi.stubGlobal('navigator', { locks: { query } })
    query.mockResolvedValue({ held: [{ name: 'outbox:draft-1' }, { name: 'refresh' }] })
    expect(await isExamActive()).toBe(false)
    query.mockResolvedValue({ held: [{ name: 'refresh' }, { name: 'exam-active' }] })
    expect(await isExamActive()).toBe(true)
    query.mockResolvedValue({})
    expect(await isExamActive()).toBe(false)
  })

  it('is taken for said where the browser does not answer: nothing may replace a page that may be an exam', async () => {
    vi.stubGlobal('navigator', { locks: { query: () => Promise.reject(new DOMException('', 'InvalidStateError')) } })
    expect(await isExamActive()).toBe(true)
  })

  it('does not keep an exam from starting and ending in a browser without locks', async () => {
    vi.stubGlobal('navigator', {})
    const end = holdExamLock()
    expect(await isExamActive()).toBe(false)
    expect(end()).toBeUndefined()
  })
})

it('a link that was opened during an exam waits, the last one alone, until it is forgotten', () => {
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
