import { afterEach, describe, expect, it, vi } from 'vitest'
import { withTimeout } from './with-timeout.ts'

describe('work that is not waited for without end', () => {
  afterEach(() => void vi.useRealTimers())

  it('gives what it gave, and fails of what it failed of, in time', async () => {
    vi.useFakeTimers()
    await expect(withTimeout(Promise.resolve(3), 1_000)).resolves.toBe(3)
    await expect(withTimeout(Promise.reject(new Error('full')), 1_000)).rejects.toThrow('full')
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is given up when the time is over', async () => {
    vi.useFakeTimers()
    const given = expect(withTimeout(new Promise(() => undefined), 1_000)).rejects.toMatchObject({
      name: 'TimeoutError',
    })
    await vi.advanceTimersByTimeAsync(1_000)
    await given
  })
})
