// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { uiTexts } from '../../messages/ui-texts.ts'
import { verifyBannerTexts } from '../../messages/menu.ts'
import { resetSession, updateSession } from '../../session/session-state.ts'
import { UiTextsContext } from '../../ui/ui-texts.ts'
import { PageTitle } from '../../ui/page.tsx'
import { VerifyBanner } from './verify-banner.tsx'

beforeEach(() =>
  updateSession({ status: 'signed-in', user: { id: '1', email: 'oksana@example.com', is_verified: false } }),
)
afterEach(() => {
  cleanup()
  resetSession()
  localStorage.clear()
})

it('a dismissed banner moves the focus to the page’s title, and another person still sees the banner', () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <UiTextsContext value={uiTexts}>
        <VerifyBanner />
        <PageTitle>Мої тести</PageTitle>
      </UiTextsContext>
    </QueryClientProvider>,
  )
  const hide = screen.getByRole('button', { name: verifyBannerTexts.hide })
  hide.focus()
  fireEvent.click(hide)
  expect(screen.queryByRole('complementary')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
  // Another person who signs in meanwhile has not hidden the banner.
  act(() => updateSession({ user: { id: '2', email: 'taras@example.com', is_verified: false } }))
  expect(screen.getByRole('complementary').textContent).toContain('taras@example.com')
})
