// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useWakeLock } from './take-exam-page.tsx'

let held: Set<object>
let refuses: boolean
let visibility: DocumentVisibilityState
beforeEach(() => {
  held = new Set()
  refuses = false
  visibility = 'visible'
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility)
  vi.stubGlobal('navigator', {
    wakeLock: {
      request: async () => {
        if (refuses) throw new DOMException('a low battery', 'NotAllowedError')
        const lock = {
          released: false,
          release: async () => {
            lock.released = true
            held.delete(lock)
          },
        }
        held.add(lock)
        return lock
      },
    },
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Hides or shows the page like a browser: a hidden page loses its lock and gets the event. */
const turn = (to: DocumentVisibilityState) =>
  act(async () => {
    visibility = to
    if (to === 'hidden') for (const lock of [...held] as { release: () => Promise<void> }[]) await lock.release()
    document.dispatchEvent(new Event('visibilitychange'))
  })

const during = async (isWanted: boolean) => {
  const hook = renderHook(({ wanted }) => useWakeLock(wanted), { initialProps: { wanted: isWanted } })
  await act(async () => undefined)
  return {
    becomes: (wanted: boolean) =>
      act(async () => {
        hook.rerender({ wanted })
      }),
    leave: () => act(async () => hook.unmount()),
  }
}

it('an exam holds one wake lock, takes it again after the page was hidden, and releases it when the exam ends', async () => {
  const exam = await during(false)
  expect(held.size).toBe(0)
  await exam.becomes(true)
  expect(held.size).toBe(1)
  await turn('hidden')
  expect(held.size).toBe(0)
  await turn('visible')
  await turn('visible')
  expect(held.size).toBe(1)
  await exam.becomes(false)
  expect(held.size).toBe(0)
  await turn('visible')
  expect(held.size).toBe(0)
})

it('an exam that ends during its request for a wake lock holds no wake lock', async () => {
  const { unmount } = renderHook(() => useWakeLock(true))
  unmount()
  await act(async () => undefined)
  expect(held.size).toBe(0)
})

it('no wake lock remains if a person leaves the exam page, if the browser refuses the lock, or if it has no such API', async () => {
  const exam = await during(true)
  await exam.leave()
  expect(held.size).toBe(0)
  refuses = true
  await (await during(true)).leave()
  vi.stubGlobal('navigator', {})
  await (await during(true)).leave()
  expect(held.size).toBe(0)
})
