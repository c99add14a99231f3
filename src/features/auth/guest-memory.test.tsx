// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { uiTexts } from '../../messages/ui-texts.ts'
import { paths, routePatterns } from '../../paths.ts'
import { updateSession } from '../../session/session-state.ts'
import { signIn } from '../../session/sign-in.ts'
import { UiTextsContext } from '../../ui/ui-texts.ts'
import { LoginPage } from './login-page.tsx'
import { ResetEmailPage } from './reset-email-page.tsx'

vi.mock('../../session/sign-in.ts', () => ({ signIn: vi.fn(async () => undefined) }))

beforeEach(() => updateSession({ status: 'guest', user: null }))
afterEach(cleanup)

function open() {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <UiTextsContext value={uiTexts}>
        <MemoryRouter initialEntries={[paths.login]}>
          <Routes>
            <Route path={routePatterns.login} element={<LoginPage />} />
            <Route path={routePatterns.resetEmail} element={<ResetEmailPage />} />
          </Routes>
        </MemoryRouter>
      </UiTextsContext>
    </QueryClientProvider>,
  )
}
const field = () => screen.getByLabelText<HTMLInputElement>('Електронна пошта')
const go = (name: string) => fireEvent.click(screen.getByRole('link', { name }))

it('an address that was typed goes along to a forgotten password and back, and not on to who signs in next', async () => {
  open()
  fireEvent.change(field(), { target: { value: 'olha@person.example' } })
  go('Забули пароль?')
  expect(field().value).toBe('olha@person.example')
  fireEvent.change(field(), { target: { value: 'olha@other.example' } })
  go('Повернутися до входу')
  expect(field().value).toBe('olha@other.example')
  fireEvent.change(screen.getByLabelText('Пароль'), { target: { value: 'a-long-password' } })
  fireEvent.click(screen.getByRole('button', { name: 'Увійти' }))
  await vi.waitFor(() => expect(signIn).toHaveBeenCalledOnce())
  cleanup()
  open()
  expect(field().value).toBe('')
})
