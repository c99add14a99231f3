import { afterEach, describe, expect, it, vi } from 'vitest'
import { withTimeout } from './with-timeout.ts'

describe('work with a time limit', () => {
  afterEach(() => void vi.useRealTimers())

  it('withTimeout passes on the result or the error of work that ends in time, and leaves no timer', async () => {
    vi.useFakeTimers()
    await expect(withTimeout(Promise.resolve(3), 1_000)).resolves.toBe(3)
    await expect(withTimeout(Promise.reject(new Error('full')), 1_000)).rejects.toThrow('full')
    expect(vi.getTimerCount()).toBe(0)
  })

  it('withTimeout rejects with a TimeoutError when the time is over', async () => {
    vi.useFakeTimers()
    const given = expect(withTimeout(new Promise(() => undefined), 1_000)).rejects.toMatchObject({
      name: 'TimeoutError',
    })
    await vi.advanceTimersByTimeAsync(1_000)
    await given
  })
})
