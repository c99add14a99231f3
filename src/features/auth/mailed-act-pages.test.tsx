// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import { mailedLinkTexts } from '../../messages/mailed-links.ts'
import { uiTexts } from '../../messages/ui-texts.ts'
import { onSignOutRequested } from '../../session/session-events.ts'
import { resetSession, updateSession } from '../../session/session-state.ts'
import { UiTextsContext } from '../../ui/ui-texts.ts'
import { ConfirmEmailPage, VerifyEmailPage } from './mailed-act-pages.tsx'

afterEach(() => {
  cleanup()
  resetSession()
  vi.unstubAllGlobals()
})

/** Opens the page of a link, presses its button, and lets the server reply with `answer`. */
async function confirm(answer: object) {
  vi.stubGlobal('fetch', async () => Response.json(answer))
  render(
    <QueryClientProvider client={new QueryClient()}>
      <UiTextsContext value={uiTexts}>
        <MemoryRouter initialEntries={['/confirm-email/MQ/token']}>
          <Routes>
            <Route path="/confirm-email/:uid/:token" element={<ConfirmEmailPage />} />
          </Routes>
        </MemoryRouter>
      </UiTextsContext>
    </QueryClientProvider>,
  )
  const button = await screen.findByRole('button', { name: mailedLinkTexts.confirm.act })
  await act(async () => fireEvent.click(button))
}

it('the page of an e-mail change that voids the password says so and links to the form of a new password', async () => {
  const detail = 'Адресу змінено, старий пароль більше не діє.'
  await confirm({ state: 'changed', detail, password_link: { uid: 'MQ', token: 'secret' } })
  expect(await screen.findByText(detail)).toBeDefined()
  const way = screen.getByRole('link', { name: mailedLinkTexts.verify.setPassword })
  expect(way.getAttribute('href')).toBe('/reset-password/MQ/secret')
})

it('the page of an e-mail change offers a sign-out instead of a link to a new password if another person is signed in', async () => {
  updateSession({ status: 'signed-in', user: { id: 'another' } })
  const leave = vi.fn()
  const stop = onSignOutRequested(leave)
  await confirm({ state: 'changed', detail: 'Змінено.', password_link: { uid: 'MQ', token: 'secret' } })
  expect(await screen.findByText(mailedLinkTexts.verify.somebodyElse)).toBeDefined()
  expect(screen.queryByRole('link')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: mailedLinkTexts.verify.signOut }))
  expect(leave).toHaveBeenCalledOnce()
  stop()
})

it.each([
  ['half_confirmed', mailedLinkTexts.confirm.half],
  ['changed', mailedLinkTexts.confirm.changed],
])('an e-mail change in the state %s that keeps the password links to the log-in page', async (state, said) => {
  await confirm({ state })
  expect(await screen.findByText(said)).toBeDefined()
  expect(screen.getByRole('link', { name: mailedLinkTexts.toLogin })).toBeDefined()
})

const account = '5f0c9f8e-6d3b-4a41-9c5e-0d6f1c2b3a4d'

it.each([
  ['is the owner of the link', { status: 'signed-in', user: { id: account } }, false],
  ['has another account', { status: 'signed-in', user: { id: account.replace('5', '6') } }, true],
  ['was its owner until the session ended', { status: 'ended', user: { id: account } }, true],
  ['is a guest', { status: 'guest', user: null }, true],
] as const)(
  'the page of a mailed link mentions a new password unless the owner of the link is signed in: the person %s',
  (_who, session, isSpokenOf) => {
    updateSession(session)
    // The server's form of an account's uid.
    const uid = Buffer.from(account).toString('base64url')
    for (const [path, page] of [
      ['verify-email', <VerifyEmailPage key="verify" />],
      ['confirm-email', <ConfirmEmailPage key="confirm" />],
    ] as const) {
      render(
        <QueryClientProvider client={new QueryClient()}>
          <UiTextsContext value={uiTexts}>
            <MemoryRouter initialEntries={[`/${path}/${uid}/token`]}>
              <Routes>
                <Route path={`/${path}/:uid/:token`} element={page} />
              </Routes>
            </MemoryRouter>
          </UiTextsContext>
        </QueryClientProvider>,
      )
      expect(screen.getByText(/^Натисніть кнопку, щоб підтвердити/).textContent?.includes('новий пароль')).toBe(
        isSpokenOf,
      )
      cleanup()
    }
  },
)
