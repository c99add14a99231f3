// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

/** The browser's side: a registration whose new worker waits until it is told to go on. */
let registration: EventTarget & { waiting: { scriptURL: string; postMessage: () => void } | null }
let container: EventTarget
let isExamOpen = false
const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined)

beforeEach(() => {
  vi.resetModules()
  vi.stubEnv('PROD', true)
  isExamOpen = false
  reload.mockClear()
  const waiting = Object.assign(new EventTarget(), {
    scriptURL: new URL('/sw.js', location.href).href,
    postMessage: () => takeOver(),
  })
  registration = Object.assign(new EventTarget(), { waiting })
  container = Object.assign(new EventTarget(), {
    controller: {},
    register: async () => registration,
    getRegistration: async () => registration,
  })
  vi.stubGlobal('navigator', {
    serviceWorker: container,
    locks: { query: async () => ({ held: isExamOpen ? [{ name: 'exam-active' }] : [] }) },
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

/** The new version begins to control every window of the site, as after a word from any of them. */
function takeOver() {
  registration.waiting = null
  container.dispatchEvent(new Event('controllerchange'))
}

async function openWindow() {
  const page = await import('./worker-registration.ts')
  await page.registerWorker()
  await vi.waitFor(() => expect(page.updateIsWaiting()).toBe(true))
  return page
}

describe('a new version that the person agrees to', () => {
  it('takes over and loads this window anew', async () => {
    const page = await openWindow()
    expect(await page.acceptUpdate()).toBe(true)
    expect(reload).toHaveBeenCalledOnce()
  })

  it('is loaded at once in a window whose neighbour was told of it before', async () => {
    const page = await openWindow()
    takeOver()
    expect(reload).not.toHaveBeenCalled()
    expect(await page.acceptUpdate()).toBe(true)
    expect(reload).toHaveBeenCalledOnce()
  })

  it('waits while an exam is open in any window', async () => {
    const page = await openWindow()
    isExamOpen = true
    expect(await page.acceptUpdate()).toBe(false)
    expect(registration.waiting).not.toBeNull()
    expect(reload).not.toHaveBeenCalled()
  })
})
