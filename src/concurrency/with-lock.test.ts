import { describe, expect, it, vi } from 'vitest'
import { type Locks, withLock } from './with-lock.ts'

const manager = (request: unknown) => ({ request }) as Locks
const granted = manager((_: string, __: LockOptions, work: () => unknown) => work())
/** A frozen tab holds the lock: only the time limit ends the wait. */
const frozen = manager(
  (_: string, { signal }: LockOptions) =>
    new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
)
const lock = (locks: Locks, timeoutMs = 1_000) => ({ locks, name: 'outbox:draft-1', timeoutMs })

describe('work that one context does at a time', () => {
  it('withLock does the work under the lock of the given name', async () => {
    const request = vi.fn((_: string, __: LockOptions, work: () => unknown) => work())
    expect(await withLock(lock(manager(request)), async () => 'done')).toBe('done')
    expect(request.mock.calls[0]?.[0]).toBe('outbox:draft-1')
  })

  it('withLock does the work immediately in a browser without locks', async () => {
    expect(await withLock(lock(null, 0), async () => 'done')).toBe('done')
  })

  it('[C.06] withLock leaves the work to a later round if a frozen tab keeps the lock longer than the timeout', async () => {
    const work = vi.fn(async () => 'done')
    expect(await withLock(lock(frozen, 1), work, async () => 'later')).toBe('later')
    expect(work).not.toHaveBeenCalled()
  })

  it('withLock does the work once if a frozen tab keeps the lock and no alternative is given', async () => {
    const work = vi.fn(async () => 'done')
    expect(await withLock(lock(frozen, 1), work)).toBe('done')
    expect(work).toHaveBeenCalledOnce()
  })

  it('withLock throws the error of work that began and failed, and does not call it postponed', async () => {
    const broken = vi.fn(async () => Promise.reject(new Error('storage is gone')))
    await expect(withLock(lock(granted), broken)).rejects.toThrow('storage is gone')
    expect(broken).toHaveBeenCalledOnce()
    await expect(withLock(lock(null), broken)).rejects.toThrow('storage is gone')
  })
})
