// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sendingTexts } from '../../messages/sending.ts'
import { UiTextsContext } from '../../ui/ui-texts.ts'
import { uiTexts } from '../../messages/ui-texts.ts'
import { DeliveryNoticeOffer } from './delivery-notice.tsx'

const settings = new EventTarget()
const requestPermission = vi.fn()
const browser = { permission: 'default', requestPermission }

beforeEach(() => {
  browser.permission = 'default'
  requestPermission.mockReset()
  vi.stubGlobal('Notification', browser)
  vi.stubGlobal('SyncManager', class {})
  vi.stubGlobal('navigator', { serviceWorker: {}, permissions: { query: () => Promise.resolve(settings) } })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const show = () =>
  render(
    <UiTextsContext value={uiTexts}>
      <DeliveryNoticeOffer />
    </UiTextsContext>,
  )
const button = () => screen.queryByRole('button', { name: sendingTexts.offerNotice })

describe('[C.06] the notice of a delivery without an open window', () => {
  it('the page offers a delivery notice, and asks the browser for the permission only after a press', async () => {
    show()
    expect(requestPermission).not.toHaveBeenCalled()
    requestPermission.mockImplementation(async () => {
      browser.permission = 'granted'
    })
    await act(async () => fireEvent.click(button()!))
    expect(requestPermission).toHaveBeenCalledTimes(1)
    expect(button()).toBeNull()
    expect(screen.getByRole('status').textContent).toBe(sendingTexts.willNotify)
  })

  it('the page offers no delivery notice after a refusal, and follows the settings of the browser', async () => {
    browser.permission = 'denied'
    const { container } = show()
    expect(container.textContent).toBe('')
    await act(async () => {
      browser.permission = 'granted'
      settings.dispatchEvent(new Event('change'))
    })
    expect(container.textContent).toBe(sendingTexts.willNotify)
  })

  it('the page promises no delivery notice in a browser without Background Sync', () => {
    Reflect.deleteProperty(globalThis, 'SyncManager')
    expect(show().container.textContent).toBe('')
  })
})
