import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { slowStorageTimeoutMs, storageTimeoutMs } from './session-copies.ts'
import { lockTimeoutMs, replyTimeoutMs, withAuthLock } from './session-request.ts'

/** The only lock of this browser, and how a tab holds it. */
function oneLock() {
  let last: Promise<unknown> = Promise.resolve()
  return {
    request: (_name: string, { signal }: { signal: AbortSignal }, work: () => Promise<unknown>) => {
      let isGranted = false
      const aborted = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => isGranted || reject(signal.reason as Error))
      })
      const granted = last.then(() => {
        signal.throwIfAborted()
        isGranted = true
        return work()
      })
      last = granted.catch(() => undefined)
      return Promise.race([granted, aborted])
    },
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { locks: oneLock() })
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(new DOMException('too long', 'TimeoutError')), milliseconds)
    return controller.signal
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it('[S4.01] a tab waits with its renewal until another tab has ended its own, however slow storage and server are', async () => {
  const order: string[] = []
  // The mirror: one read and one write before the reply; a write, a read and a write after it.
  const longest = slowStorageTimeoutMs + storageTimeoutMs + replyTimeoutMs + 3 * storageTimeoutMs
  const slow = withAuthLock(async () => {
    order.push('first began')
    await new Promise((resolve) => setTimeout(resolve, longest))
    order.push('first ended')
  })
  await vi.advanceTimersByTimeAsync(0)
  const next = withAuthLock(async () => void order.push('second'))
  await vi.advanceTimersByTimeAsync(longest)
  await Promise.all([slow, next])
  expect(order).toEqual(['first began', 'first ended', 'second'])
})

it('[S4.01] a tab renews without the lock after the timeout if a frozen tab holds it', async () => {
  void withAuthLock(() => new Promise(() => undefined))
  await vi.advanceTimersByTimeAsync(0)
  const renewed = vi.fn(() => Promise.resolve('renewed'))
  const next = withAuthLock(renewed)
  await vi.advanceTimersByTimeAsync(lockTimeoutMs)
  expect(await next).toBe('renewed')
})
