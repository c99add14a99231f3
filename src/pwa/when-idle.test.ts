// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { whenIdle } from './when-idle.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(document, 'readyState', 'get').mockReturnValue('interactive')
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('whenIdle runs its work once, after the page has loaded', async () => {
  const work = vi.fn()
  whenIdle(work)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(work).not.toHaveBeenCalled()
  window.dispatchEvent(new Event('load'))
  await vi.advanceTimersByTimeAsync(30_000)
  expect(work).toHaveBeenCalledTimes(1)
})

it('whenIdle runs its work within 30 s even if the page never finishes loading', async () => {
  const work = vi.fn()
  whenIdle(work)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(work).toHaveBeenCalledTimes(1)
})
