// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { settled } from '../../tests/support/settled.ts'

/** The browser's side: a registration whose new worker waits until it is told to activate. */
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

describe('a version that a window open for long was not told of', () => {
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

  it('is offered when the person looks at it again', async () => {
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

  it('is not offered where it is the first one of this browser', async () => {
    const { page, arrive } = await openLongAgo()
    Object.assign(container, { controller: null })
    arrive()
    look()
    expect(page.updateIsWaiting()).toBe(false)
  })
})

describe('a new version that the person agrees to', () => {
  it('takes over and loads this window again', async () => {
    const page = await openWindow()
    expect(await page.acceptUpdate()).toBe(true)
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
  })

  it('[R23] does not load a window again where an exam was begun meanwhile; the next press does, after the exam', async () => {
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

  it('takes no form away later: what was kept by an exam and let go by another window loads nothing here', async () => {
    answerToConsent = () => undefined
    const page = await openWindow()
    vi.useFakeTimers({ toFake: ['Date'] })
    expect(await page.acceptUpdate()).toBe(true)
    vi.setSystemTime(Date.now() + 60_000)
    takeOver()
    await settled()
    expect(reload).not.toHaveBeenCalled()
  })

  it('loads a window again once, however often it was pressed', async () => {
    answerToConsent = () => undefined
    const page = await openWindow()
    await page.acceptUpdate()
    await page.acceptUpdate()
    takeOver()
    await settled()
    expect(reload).toHaveBeenCalledOnce()
  })

  it('loads this window again also where the browser does not say what waits', async () => {
    const page = await openWindow()
    Object.assign(container, { getRegistration: () => Promise.reject(new DOMException('', 'InvalidStateError')) })
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
