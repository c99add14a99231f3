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

it('the offer of a push message promises news of the result after the switch has succeeded', async () => {
  turnOn.mockResolvedValue({})
  expect(await allow()).toBe(noticeTexts.willTellResult)
})

it('the offer of a push message promises nothing if the switch failed, and says where to try again', async () => {
  turnOn.mockRejectedValue(new TypeError('no network'))
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  expect(await allow()).toBe(noticeTexts.failedHere)
})

describe('the offer of push messages at an exam’s result', () => {
  const show = () =>
    render(
      <UiTextsContext value={uiTexts}>
        <NewsOffer />
      </UiTextsContext>,
    ).container
  const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })))

  it('the offer at a result asks for permission only at a press, and says that pushes are on', async () => {
    turnOn.mockResolvedValue({})
    const { textContent } = show()
    expect(textContent).toContain(noticeTexts.offerNews)
    expect(browser.requestPermission).not.toHaveBeenCalled()
    await press(noticeTexts.turnOn)
    expect(screen.getByRole('status').textContent).toBe(noticeTexts.turnedOn)
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('the offer at a result does not return after a person has declined it', async () => {
    const place = show()
    await press(pwaTexts.notNow)
    expect(place.textContent).toBe('')
    cleanup()
    expect(show().textContent).toBe('')
    expect(browser.requestPermission).not.toHaveBeenCalled()
  })

  it.each(['denied', 'granted'])(
    'the offer at a result is not shown if the browser’s permission is already %s',
    (permission) => {
      browser.permission = permission
      expect(show().textContent).toBe('')
    },
  )

  it('the offer at a result stays after an unanswered permission prompt, and disappears after a denial', async () => {
    const place = show()
    browser.requestPermission.mockImplementation(async () => 'default')
    await press(noticeTexts.turnOn)
    expect(place.textContent).toContain(noticeTexts.offerNews)
    browser.requestPermission.mockImplementation(async () => (browser.permission = 'denied'))
    await press(noticeTexts.turnOn)
    expect(place.textContent).toBe('')
  })
})
