// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { pushKinds } from '#contract/push.ts'
import { ApiError } from '../../http/api-error.ts'
import { noticeTexts } from '../../messages/notices.ts'
import { uiTexts } from '../../messages/ui-texts.ts'
import { PageTitle } from '../../ui/page.tsx'
import { UiTextsContext } from '../../ui/ui-texts.ts'
import { PushSection } from './push-section.tsx'

let confirmed: readonly string[] | null = null
const turnOn = vi.fn<(kinds: readonly string[]) => Promise<void>>()
const turnOff = vi.fn<() => Promise<void>>()
const compare = vi.fn<(how: object) => Promise<void>>()
const changes = new Set<() => void>()
vi.mock('../../push/subscription.ts', () => ({
  currentPushes: async () => confirmed && { kinds: confirmed },
  turnOnPushes: (kinds: readonly string[]) => turnOn(kinds),
  turnOffPushes: () => turnOff(),
  keepPushes: (how: object) => compare(how),
  subscribePushes: (listener: () => void) => {
    changes.add(listener)
    return () => changes.delete(listener)
  },
}))

const browser = { permission: 'default', requestPermission: vi.fn() }
const answer = (permission: string) =>
  browser.requestPermission.mockImplementation(async () => {
    browser.permission = permission
  })

beforeEach(() => {
  browser.permission = 'default'
  turnOn.mockImplementation(async (kinds) => void (confirmed = kinds))
  turnOff.mockImplementation(async () => void (confirmed = null))
  compare.mockResolvedValue(undefined)
  vi.stubGlobal('Notification', browser)
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('navigator', { serviceWorker: {}, permissions: { query: () => Promise.resolve(new EventTarget()) } })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.resetAllMocks()
  vi.useRealTimers()
  confirmed = null
})

async function show() {
  const { container } = await act(async () =>
    render(
      <UiTextsContext value={uiTexts}>
        <PageTitle>Особистий кабінет</PageTitle>
        <PushSection />
      </UiTextsContext>,
    ),
  )
  return container
}
const button = (name: string) => screen.getByRole('button', { name })
const press = (element: HTMLElement) => act(async () => fireEvent.click(element))
const status = () => screen.getByRole('status').textContent

describe('push messages on this device', () => {
  it('the push section asks for permission at a press alone, and the focus stays on the button that turns pushes off', async () => {
    await show()
    expect(browser.requestPermission).not.toHaveBeenCalled()
    answer('granted')
    button(noticeTexts.turnOn).focus()
    await press(button(noticeTexts.turnOn))
    expect(turnOn).toHaveBeenCalledExactlyOnceWith(pushKinds)
    expect(status()).toBe(noticeTexts.turnedOn)
    expect(document.activeElement).toBe(button(noticeTexts.turnOff))
    expect(screen.getAllByRole<HTMLInputElement>('checkbox').map(({ checked }) => checked)).toEqual([
      true,
      true,
      true,
      true,
    ])
    await press(button(noticeTexts.turnOff))
    expect(turnOff).toHaveBeenCalledOnce()
    expect(status()).toBe(noticeTexts.turnedOff)
    expect(screen.queryAllByRole('checkbox')).toEqual([])
  })

  it('the push section switches each kind of message separately, and undoes and reports a change that failed', async () => {
    confirmed = ['result-ready']
    await show()
    const running = screen.getByRole<HTMLInputElement>('checkbox', { name: noticeTexts.kind['exam-running'] })
    expect(running.checked).toBe(false)
    await press(running)
    expect(turnOn).toHaveBeenLastCalledWith(['result-ready', 'exam-running'])
    expect(running.checked).toBe(true)
    turnOn.mockRejectedValue(new TypeError('no network'))
    await press(running)
    expect(running.checked).toBe(true)
    expect(status()).toBe(noticeTexts.changeFailed)
  })

  it.each([
    [
      'the push service of the browser',
      new DOMException('push service error', 'AbortError'),
      noticeTexts.browserFailed,
    ],
    [
      'our server',
      new ApiError({ kind: 'reply', status_code: 429, detail: 'Забагато браузерів.' }),
      'Забагато браузерів.',
    ],
    ['the network', new ApiError({ kind: 'network', status_code: 0 }), noticeTexts.failed],
  ])('the push section says what made the switch fail: %s', async (_who, error, sentence) => {
    await show()
    answer('granted')
    turnOn.mockRejectedValue(error)
    await press(button(noticeTexts.turnOn))
    expect(status()).toBe(sentence)
  })

  it('the push section says what to do after a denied permission, and the heading takes the focus of the removed button', async () => {
    const container = await show()
    answer('denied')
    button(noticeTexts.turnOn).focus()
    await press(button(noticeTexts.turnOn))
    expect(container.textContent).toContain(noticeTexts.blocked)
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
    expect(turnOn).not.toHaveBeenCalled()
  })

  it('the push section says on an iPhone that the site must be installed, and elsewhere that the browser has no pushes', async () => {
    Reflect.deleteProperty(globalThis, 'PushManager')
    expect((await show()).textContent).toContain(noticeTexts.unsupported)
    cleanup()
    vi.stubGlobal('navigator', {
      serviceWorker: {},
      userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X)',
    })
    expect((await show()).textContent).toContain(noticeTexts.needsInstall)
  })

  it('[C.06] the push section promises only the browser’s own notices if the server does not know the push calls', async () => {
    await show()
    answer('granted')
    turnOn.mockRejectedValue(new ApiError({ kind: 'reply', status_code: 404 }))
    await press(button(noticeTexts.turnOn))
    expect(status()).toBe(noticeTexts.local)
  })

  it('the push section compares with the server when it opens, and shows a change by the server or by another tab', async () => {
    confirmed = ['result-ready']
    let answer: () => void = () => undefined
    compare.mockImplementation(() => new Promise((resolve) => (answer = resolve)))
    await show()
    expect(compare).toHaveBeenCalledExactlyOnceWith({ compare: true })
    expect(button(noticeTexts.turnOff)).toBeDefined()
    await act(async () => {
      // The server refuses this browser, so the switch goes off.
      confirmed = null
      for (const tell of changes) tell()
      answer()
    })
    expect(button(noticeTexts.turnOn)).toBeDefined()
    confirmed = ['exam-running']
    await act(async () => document.dispatchEvent(new Event('visibilitychange')))
    expect(screen.getAllByRole<HTMLInputElement>('checkbox').filter(({ checked }) => checked)).toHaveLength(1)
  })

  it('the push section shows the requested choice during a change, and then the confirmed one, also from another tab', async () => {
    confirmed = ['result-ready', 'exam-running']
    await show()
    const running = screen.getByRole<HTMLInputElement>('checkbox', { name: noticeTexts.kind['exam-running'] })
    let answer: () => void = () => undefined
    turnOn.mockImplementation(() => new Promise((resolve) => (answer = resolve)))
    await press(running)
    await act(async () => {
      for (const tell of changes) tell()
    })
    expect(running.checked).toBe(false)
    expect(running.getAttribute('aria-disabled')).toBe('true')
    confirmed = null
    await act(async () => answer())
    expect(screen.queryAllByRole('checkbox')).toEqual([])
    expect(status()).toBe('')
  })

  it('the push button shows that a change is under way, and a second press sends no second request', async () => {
    await show()
    answer('granted')
    let finish: () => void = () => undefined
    turnOn.mockImplementation(() => new Promise((resolve) => (finish = resolve)))
    const pressed = button(noticeTexts.turnOn)
    pressed.focus()
    await press(pressed)
    expect([pressed.textContent, pressed.getAttribute('aria-disabled')]).toEqual([uiTexts.loading, 'true'])
    await press(pressed)
    expect(turnOn).toHaveBeenCalledOnce()
    confirmed = pushKinds
    await act(async () => finish())
    expect(document.activeElement).toBe(button(noticeTexts.turnOff))
  })

  it('the push section says that the browser does not answer if the switch times out', async () => {
    await show()
    answer('granted')
    turnOn.mockRejectedValue(new DOMException('no answer in time', 'TimeoutError'))
    await press(button(noticeTexts.turnOn))
    expect(status()).toBe(noticeTexts.noAnswer)
    expect(button(noticeTexts.turnOn)).toBeDefined()
  })

  it('the push section says that it failed if the browser returns no promise for the permission, and works at the next press', async () => {
    await show()
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    // Safari before 16.4 takes a callback and returns no promise.
    browser.requestPermission.mockReturnValue(undefined)
    await press(button(noticeTexts.turnOn))
    expect([status(), turnOn.mock.calls]).toEqual([noticeTexts.failed, []])
    answer('granted')
    await press(button(noticeTexts.turnOn))
    expect(status()).toBe(noticeTexts.turnedOn)
  })

  it('the push section waits 60 s for the answer to the permission prompt, and then says what to press', async () => {
    await show()
    vi.useFakeTimers()
    browser.requestPermission.mockReturnValue(new Promise(() => undefined))
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    await press(button(noticeTexts.turnOn))
    await act(() => vi.advanceTimersByTimeAsync(59_000))
    expect(status()).toBe('')
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    expect(status()).toBe(noticeTexts.undecided)
    expect(turnOn).not.toHaveBeenCalled()
  })
})
