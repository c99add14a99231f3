// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { pwaTexts } from '../../messages/pwa.ts'
import { noticeTexts } from '../../messages/notices.ts'
import { uiTexts } from '../../messages/ui-texts.ts'
import { UiTextsContext } from '../../ui/ui-texts.ts'
import { NewsOffer, ResultNoticeOffer } from './notice-offer.tsx'

const turnOn = vi.fn<() => Promise<object>>()
vi.mock('../../push/subscription.ts', () => ({ currentPushes: async () => null, turnOnPushes: () => turnOn() }))

const browser = { permission: 'default', requestPermission: vi.fn() }
beforeEach(() => {
  browser.permission = 'default'
  browser.requestPermission.mockReset()
  browser.requestPermission.mockImplementation(async () => (browser.permission = 'granted'))
  vi.stubGlobal('Notification', browser)
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('navigator', { serviceWorker: {}, permissions: { query: () => Promise.resolve(new EventTarget()) } })
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

async function allow() {
  render(
    <UiTextsContext value={uiTexts}>
      <ResultNoticeOffer />
    </UiTextsContext>,
  )
  await act(async () => fireEvent.click(screen.getByRole('button', { name: noticeTexts.offerResult })))
  return screen.getByRole('status').textContent
}

it('word of a result is promised where the server will send it', async () => {
  turnOn.mockResolvedValue({})
  expect(await allow()).toBe(noticeTexts.willTellResult)
})

it('word of a result is not promised where it could not be switched on, and where to try again is said', async () => {
  turnOn.mockRejectedValue(new TypeError('no network'))
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  expect(await allow()).toBe(noticeTexts.failedHere)
})

describe('the offer beside the result of an exam', () => {
  const show = () =>
    render(
      <UiTextsContext value={uiTexts}>
        <NewsOffer />
      </UiTextsContext>,
    ).container
  const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })))

  it('asks the browser at a press only, and says what was switched on', async () => {
    turnOn.mockResolvedValue({})
    const { textContent } = show()
    expect(textContent).toContain(noticeTexts.offerNews)
    expect(browser.requestPermission).not.toHaveBeenCalled()
    await press(noticeTexts.turnOn)
    expect(screen.getByRole('status').textContent).toBe(noticeTexts.turnedOn)
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('is made once to who does not want it', async () => {
    const place = show()
    await press(pwaTexts.notNow)
    expect(place.textContent).toBe('')
    cleanup()
    expect(show().textContent).toBe('')
    expect(browser.requestPermission).not.toHaveBeenCalled()
  })

  it.each(['denied', 'granted'])('is not made where the browser has its answer: %s', (permission) => {
    browser.permission = permission
    expect(show().textContent).toBe('')
  })

  it('stays where the browser’s question was left without an answer, and goes with a no', async () => {
    const place = show()
    browser.requestPermission.mockImplementation(async () => 'default')
    await press(noticeTexts.turnOn)
    expect(place.textContent).toContain(noticeTexts.offerNews)
    browser.requestPermission.mockImplementation(async () => (browser.permission = 'denied'))
    await press(noticeTexts.turnOn)
    expect(place.textContent).toBe('')
  })
})
