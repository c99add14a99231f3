// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import { homeTexts } from '../../messages/home.ts'
import { pwaTexts } from '../../messages/pwa.ts'
import { uiTexts } from '../../messages/ui-texts.ts'
import { resetSession, updateSession } from '../../session/session-state.ts'
import { UiTextsContext } from '../../ui/ui-texts.ts'
import { ProfilePage } from './profile-page.tsx'

// These parts have tests of their own.
vi.mock('./home/home.tsx', () => ({ Home: () => null }))
vi.mock('../../attempt/submissions/waiting-submissions.tsx', () => ({ WaitingSubmissions: () => null }))

const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Version/18.6 Safari/604.1'

afterEach(() => {
  cleanup()
  resetSession()
  vi.unstubAllGlobals()
})

it('[C.01] the profile page on an iPhone shows how to install the app while its settings are folded', () => {
  vi.stubGlobal('navigator', { userAgent: iPhone, maxTouchPoints: 5 })
  updateSession({ status: 'signed-in', user: { id: 'u' }, profileStatus: 'success' })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <UiTextsContext value={uiTexts}>
        <MemoryRouter>
          <ProfilePage />
        </MemoryRouter>
      </UiTextsContext>
    </QueryClientProvider>,
  )
  expect(screen.getByRole('button', { name: homeTexts.unfoldSettings })).toBeDefined()
  expect(screen.getByRole('region', { name: pwaTexts.installApp }).closest('[hidden]')).toBeNull()
})
