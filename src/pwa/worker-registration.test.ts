// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { settled } from '../../tests/support/settled.ts'

/** The browser's side: a registration whose new worker waits until a message makes it activate. */
let registration: EventTarget & { waiting: { scriptURL: string; postMessage: () => void } | null }
let container: EventTarget
let isExamOpen = false
let answerToConsent: () => void
const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined)

beforeEach(() => {
  vi.resetModules()
  vi.stubEnv('PROD', true)
  isExamOpen = false
  reload.mockClear()
  const waiting = Object.assign(new EventTarget(), {
    scriptURL: new URL('/sw.js', location.href).href,
    postMessage: () => answerToConsent(),
  })
  answerToConsent = takeOver
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
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

/** The new version takes control of every window of the site, after a message from any of them. */
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

describe('a new version that a long open window has not heard of', () => {
  /** Nothing waits when the window opens; Workbox does not report a version that comes later. */
  async function openLongAgo() {
    const { waiting } = registration
    registration.waiting = null
    const page = await import('./worker-registration.ts')
    await page.registerWorker()
    await settled()
    expect(page.updateIsWaiting()).toBe(false)
    const arrive = () => {
      registration.waiting = waiting
    }
    return { page, arrive }
  }
  const look = () => document.dispatchEvent(new Event('visibilitychange'))

  it('a long open window offers the new version when the person looks at the window again', async () => {
    const { page, arrive } = await openLongAgo()
    const onUpdate = vi.fn()
    page.subscribeUpdate(onUpdate)
    look()
    expect(page.updateIsWaiting()).toBe(false)
    arrive()
    look()
    look()
    expect(page.updateIsWaiting()).toBe(true)
    expect(onUpdate).toHaveBeenCalledOnce()
  })

  it('a window does not offer the first version of this browser as an update', async () => {
    const { page, arrive } = await openLongAgo()
    Object.assign(container, { controller: null })
    arrive()
    look()
    expect(page.updateIsWaiting()).toBe(false)
  })
})

describe('a new version that the person agrees to', () => {
  it('an accepted version takes over and reloads this window', async () => {
    const page = await openWindow()
    expect(await page.acceptUpdate()).toBe(true)
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
  })

  it('[R23] an accepted version does not reload a window in which an exam began; a press after the exam does', async () => {
    answerToConsent = () => undefined
    const page = await openWindow()
    expect(await page.acceptUpdate()).toBe(true)
    isExamOpen = true
    takeOver()
    await settled()
    expect(reload).not.toHaveBeenCalled()
    expect(await page.acceptUpdate()).toBe(false)
    isExamOpen = false
    expect(await page.acceptUpdate()).toBe(true)
    expect(reload).toHaveBeenCalledOnce()
  })

  it('an accepted version that takes over only a minute after the press does not reload the window', async () => {
    answerToConsent = () => undefined
    const page = await openWindow()
    vi.useFakeTimers({ toFake: ['Date'] })
    expect(await page.acceptUpdate()).toBe(true)
    vi.setSystemTime(Date.now() + 60_000)
    takeOver()
    await settled()
    expect(reload).not.toHaveBeenCalled()
  })

  it('an accepted version reloads a window once, even if the person pressed twice', async () => {
    answerToConsent = () => undefined
    const page = await openWindow()
    await page.acceptUpdate()
    await page.acceptUpdate()
    takeOver()
    await settled()
    expect(reload).toHaveBeenCalledOnce()
  })

  it('an accepted version reloads this window even if the browser fails to say what waits', async () => {
    const page = await openWindow()
    Object.assign(container, { getRegistration: () => Promise.reject(new DOMException('', 'InvalidStateError')) })
    expect(await page.acceptUpdate()).toBe(true)
    expect(reload).toHaveBeenCalledOnce()
  })

  it('a press reloads a window immediately if the version has already taken over through another window', async () => {
    const page = await openWindow()
    takeOver()
    expect(reload).not.toHaveBeenCalled()
    expect(await page.acceptUpdate()).toBe(true)
    expect(reload).toHaveBeenCalledOnce()
  })

  it('an accepted version waits while an exam is open in any window', async () => {
    const page = await openWindow()
    isExamOpen = true
    expect(await page.acceptUpdate()).toBe(false)
    expect(registration.waiting).not.toBeNull()
    expect(reload).not.toHaveBeenCalled()
  })
})
