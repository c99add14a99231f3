// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { uiTexts } from '../messages/ui-texts.ts'
import { UiTextsContext } from '../ui/ui-texts.ts'
import { pressMessage } from './worker-messages.ts'
import { closeEndedNotifications, followLaunches, followPresses } from './follow-launches.ts'
import { forgetLink, keptLink } from '../attempt/sync/exam-lock.ts'
import { KeptLinkPrompt } from './pwa-prompts.tsx'

type Consumer = (launch: { targetURL?: string }) => void

const goTo = vi.fn()
let launch: Consumer = () => undefined
let held: { name: string }[] = []

/** A window that was loaded at `path`, with the launches that came before its code. */
function openAt(path: string, { kind = 'navigate', before = [] }: { kind?: string; before?: string[] } = {}) {
  window.history.replaceState(null, '', path)
  const name = new URL(path, window.location.origin).href
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ name, type: kind } as unknown as PerformanceEntry])
  const setConsumer = (consumer: Consumer) => {
    launch = (what) => consumer(what)
    for (const each of before) consumer({ targetURL: new URL(each, window.location.origin).href })
  }
  Object.assign(window, { launchQueue: { setConsumer } })
  followLaunches(goTo)
}

const open = (path: string) => launch({ targetURL: new URL(path, window.location.origin).href })

beforeEach(() => {
  held = []
  goTo.mockReset()
  vi.stubGlobal('navigator', { locks: { query: () => Promise.resolve({ held }) } })
})
afterEach(() => {
  cleanup()
  forgetLink()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('a notification that is pressed while a person takes an exam', () => {
  const worker = new EventTarget()
  const press = (data: unknown) => worker.dispatchEvent(new MessageEvent('message', { data }))
  /** A window at `path` with a worker. */
  const openWith = (path: string) => {
    window.history.replaceState(null, '', path)
    vi.stubGlobal('navigator', { locks: { query: () => Promise.resolve({ held }) }, serviceWorker: worker })
    followPresses(goTo)
  }

  it('an exam’s window keeps the link of a pressed notification, another window follows it, and both ignore other sites', async () => {
    held = [{ name: 'exam-active' }]
    openWith('/exam/1/2')
    for (const path of ['https://example.com/', '//example.com/x', 7]) press({ type: pressMessage, path })
    press({ type: 'news', path: '/faq' })
    press(null)
    press({ type: pressMessage, path: '/verbal/test-result/9?attempt=1' })
    await vi.waitFor(() => expect(keptLink()).toBe('/verbal/test-result/9?attempt=1'))
    expect(goTo).not.toHaveBeenCalled()
    window.history.replaceState(null, '', '/faq')
    press({ type: pressMessage, path: '/tests' })
    await expect.poll(() => goTo.mock.calls).toEqual([['/tests']])
  })
})

describe('an installed app that is launched for a page while its window is open', () => {
  it('an open window of the app goes to the page of a shortcut and of a letter’s link', async () => {
    openAt('/profile', { before: ['/profile'] })
    expect(goTo).not.toHaveBeenCalled()
    open('/tests')
    open('/reset-password/abc/def?x=1#y')
    await expect.poll(() => goTo.mock.calls).toEqual([['/tests'], ['/reset-password/abc/def?x=1#y']])
  })

  it('a window of the app follows a launch from before its code had come, and not again after a reload', async () => {
    openAt('/profile', { before: ['/profile', '/tests'] })
    await expect.poll(() => goTo.mock.calls).toEqual([['/tests']])
    openAt('/achievements', { kind: 'reload', before: ['/profile'] })
    open('/faq')
    await expect.poll(() => goTo.mock.calls).toEqual([['/tests'], ['/faq']])
  })

  it('a window of the app goes to no other site, and does not load the shown page again', async () => {
    openAt('/faq')
    launch({ targetURL: 'https://example.com/tests' })
    launch({ targetURL: 'javascript:alert(1)' })
    launch({})
    open('/faq')
    open('/tests')
    await expect.poll(() => goTo.mock.calls).toEqual([['/tests']])
  })

  it('a window of the app stays in a running exam, keeps the link, and offers it when the exam’s page is left', async () => {
    openAt('/exam/1/2')
    held = [{ name: 'exam-active' }]
    const at = (page: string) => (
      <UiTextsContext value={uiTexts}>
        <KeptLinkPrompt page={page} />
      </UiTextsContext>
    )
    const { rerender } = render(at('/exam/1/2'))
    await act(async () => {
      open('/tests')
      await vi.waitFor(() => expect(keptLink()).toBe('/tests'))
    })
    expect(goTo).not.toHaveBeenCalled()
    expect(screen.queryByRole('status')).toBeNull()
    rerender(at('/verbal/test-result/2'))
    expect(screen.getByRole('status').textContent).toContain('Посилання чи сповіщення, яке ви відкрили')
    fireEvent.click(screen.getByRole('button', { name: 'Не зараз' }))
    expect(screen.queryByRole('status')).toBeNull()
  })
})

it('a look at the site closes the notification of an exam whose time is over, and no other notification', async () => {
  const notice = (until?: string) => ({ data: { path: '/', ...(until && { until }) }, close: vi.fn() })
  const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()
  let shown = [notice(inMs(60_000)), notice()]
  vi.stubGlobal('reportError', (error: unknown) => expect.unreachable(String(error)))
  vi.stubGlobal('navigator', {
    serviceWorker: { getRegistration: async () => ({ getNotifications: async () => shown }) },
  })
  closeEndedNotifications()
  await act(async () => undefined)
  expect(shown.map(({ close }) => close.mock.calls.length)).toEqual([0, 0])
  shown = [notice(inMs(-1000)), notice(inMs(60_000)), notice()]
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.waitFor(() => expect(shown.map(({ close }) => close.mock.calls.length)).toEqual([1, 0, 0]))
})
