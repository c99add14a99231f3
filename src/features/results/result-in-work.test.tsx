// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { noticeTexts } from '../../messages/submissions.ts'
import { uiTexts } from '../../messages/ui-texts.ts'
import { UiTextsContext } from '../../ui/ui-texts.ts'
import { ResultNoticeOffer } from './result-in-work.tsx'

const turnOn = vi.fn<() => Promise<object>>()
vi.mock('../../push/subscription.ts', () => ({ currentPushes: async () => null, turnOnPushes: () => turnOn() }))

const browser = { permission: 'default', requestPermission: vi.fn() }
beforeEach(() => {
  browser.permission = 'default'
  browser.requestPermission.mockImplementation(async () => (browser.permission = 'granted'))
  vi.stubGlobal('Notification', browser)
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('navigator', { serviceWorker: {}, permissions: { query: () => Promise.resolve(new EventTarget()) } })
})
afterEach(() => {
  cleanup()
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
