// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { pwaTexts } from '../../messages/pwa.ts'
import { siteTexts } from '../../messages/site.ts'
import { uiTexts } from '../../messages/ui-texts.ts'
import { footerQuery } from '../../queries/footer-query.ts'
import { resetSession, updateSession } from '../../session/session-state.ts'
import { UiTextsContext } from '../../ui/ui-texts.ts'
import { SiteFooter } from './site-footer.tsx'

const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Version/18.6 Safari/604.1'

beforeEach(() => vi.stubGlobal('navigator', { userAgent: iPhone, maxTouchPoints: 5 }))
afterEach(() => {
  cleanup()
  resetSession()
  vi.unstubAllGlobals()
})

function show() {
  const client = new QueryClient()
  client.setQueryData(footerQuery.queryKey, { phone_number: '', email: '' })
  render(
    <QueryClientProvider client={client}>
      <UiTextsContext value={uiTexts}>
        <MemoryRouter>
          <SiteFooter />
        </MemoryRouter>
      </UiTextsContext>
    </QueryClientProvider>,
  )
}
it('the footer links to the public page about payment and refunds', () => {
  show()
  expect(screen.getByRole('link', { name: 'Оплата й повернення' }).getAttribute('href')).toBe('/pytannia.html#oplata')
})

const way = () => screen.queryByRole('region', { name: pwaTexts.installApp })

it('[C.01] the footer offers to install the app to a signed-in person, and not to a guest', async () => {
  updateSession({ status: 'signed-in', user: { id: 'u' } })
  show()
  await vi.waitFor(() => expect(way()).not.toBeNull())
  cleanup()
  resetSession()
  show()
  // The offer's code is loaded already, so a wrong offer would be drawn immediately.
  expect(screen.getByRole('button', { name: siteTexts.writeToUs })).toBeDefined()
  expect(way()).toBeNull()
})
