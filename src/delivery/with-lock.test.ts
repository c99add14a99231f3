import { describe, expect, it, vi } from 'vitest'
import { type Locks, withLock } from './with-lock.ts'

const manager = (request: unknown) => ({ request }) as Locks
const granted = manager((_: string, __: LockOptions, work: () => unknown) => work())
/** A frozen tab holds the lock: only the end of the patience ends the wait. */
const frozen = manager(
  (_: string, { signal }: LockOptions) =>
    new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
)

describe('work that one context does at a time', () => {
  it('is done under the lock of its name', async () => {
    const request = vi.fn((_: string, __: LockOptions, work: () => unknown) => work())
    expect(await withLock(manager(request), 'outbox:draft-1', 1_000, async () => 'done')).toBe('done')
    expect(request.mock.calls[0]?.[0]).toBe('outbox:draft-1')
  })

  it('is done at once in a browser without locks', async () => {
    expect(await withLock(null, 'name', 0, async () => 'done')).toBe('done')
  })

  it('[C.06] is left to a later round when a frozen tab keeps the lock longer than the patience', async () => {
    const work = vi.fn(async () => 'done')
    expect(await withLock(frozen, 'name', 1, work)).toBeNull()
    expect(work).not.toHaveBeenCalled()
  })

  it('is not called postponed when it was begun and failed: the failure is told', async () => {
    const broken = async () => Promise.reject(new Error('storage is gone'))
    await expect(withLock(granted, 'name', 1_000, broken)).rejects.toThrow('storage is gone')
    await expect(withLock(null, 'name', 1_000, broken)).rejects.toThrow('storage is gone')
  })
})
