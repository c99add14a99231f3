// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { noticeTexts } from '../../messages/delivery-notice.ts'
import { uiTexts } from '../../messages/ui-texts.ts'
import { PageTitle } from '../../ui/text/page-title.tsx'
import { UiTextsContext } from '../../ui/ui-texts.ts'
import { DeliveryNoticeSection } from './delivery-notice-section.tsx'

const browser = { permission: 'default', requestPermission: vi.fn() }

beforeEach(() => {
  browser.permission = 'default'
  vi.stubGlobal('Notification', browser)
  vi.stubGlobal('SyncManager', class {})
  vi.stubGlobal('navigator', { serviceWorker: {}, permissions: { query: () => Promise.resolve(new EventTarget()) } })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const pressAllow = async (answer: string) => {
  browser.requestPermission.mockImplementation(async () => {
    browser.permission = answer
  })
  render(
    <UiTextsContext value={uiTexts}>
      <PageTitle>Особистий кабінет</PageTitle>
      <DeliveryNoticeSection />
    </UiTextsContext>,
  )
  const button = screen.getByRole('button', { name: noticeTexts.allow })
  button.focus()
  await act(async () => fireEvent.click(button))
  return button
}

it.each(['granted', 'denied'])(
  'the heading has the focus of the button that went with the answer «%s»',
  async (answer) => {
    await pressAllow(answer)
    expect(screen.queryByRole('button')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
  },
)

it('the button keeps the focus while the person has not answered', async () => {
  const button = await pressAllow('default')
  expect(document.activeElement).toBe(button)
})
