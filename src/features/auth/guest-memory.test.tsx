// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter, Outlet, Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { chosenTestTexts } from '../../messages/catalog.ts'
import { uiTexts } from '../../messages/ui-texts.ts'
import { paths, routePatterns } from '../../paths.ts'
import { rememberLocation } from '../../session/return-location.ts'
import { updateSession } from '../../session/session-state.ts'
import { signIn } from '../../session/sign-in.ts'
import { UiTextsContext } from '../../ui/ui-texts.ts'
import type { GuestContext } from './guest-memory.ts'
import { LoginPage } from './login-page.tsx'
import { RegisterPage } from './register-page.tsx'
import { ResetEmailPage } from './reset-email-page.tsx'

vi.mock('../../session/sign-in.ts', () => ({ signIn: vi.fn(async () => undefined) }))

beforeEach(() => updateSession({ status: 'guest', user: null }))
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

function open(path: string = paths.login, readTrial: GuestContext['readTrial'] = async () => null) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <UiTextsContext value={uiTexts}>
        <MemoryRouter initialEntries={[path]}>
          <Routes>
            <Route element={<Outlet context={{ readTrial } satisfies GuestContext} />}>
              <Route path={routePatterns.login} element={<LoginPage />} />
              <Route path={routePatterns.register} element={<RegisterPage />} />
              <Route path={routePatterns.resetEmail} element={<ResetEmailPage />} />
            </Route>
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

const trial = { id: 't2', slug: 'logichnij-proba', type: 'logic', title: 'Логічний тест: проба', price: 0 }
const onSale = (results: object[]) => vi.stubGlobal('fetch', async () => Response.json({ next: null, results }))
const comeFromTrial = () => rememberLocation({ pathname: '/', search: '?trial', hash: '' })

it.each([paths.register, paths.login])(
  'who comes to %s from the six questions reads what waits there',
  async (page) => {
    onSale([trial])
    comeFromTrial()
    open(page, async () => ({ slug: trial.slug, given: 5 }))
    const waiting = await screen.findByRole('region', { name: chosenTestTexts.triedLabel })
    await vi.waitFor(() => expect(waiting.textContent).toContain(trial.title))
    expect(waiting.textContent).toContain(chosenTestTexts.kept(5))
    expect(waiting.textContent).toContain(chosenTestTexts.whyTried)
  },
)

it('what waits is said without its test, too, and of nothing kept here nothing is said', async () => {
  onSale([])
  comeFromTrial()
  open(paths.register, async () => ({ slug: trial.slug, given: 1 }))
  expect(await screen.findByText(chosenTestTexts.tried)).toBeDefined()
  expect(screen.getByText('1 відповідь на цьому пристрої')).toBeDefined()
  cleanup()
  let isRead = false
  open(paths.register, async () => {
    isRead = true
    return null
  })
  await vi.waitFor(() => expect(isRead).toBe(true))
  expect(screen.queryByRole('region')).toBeNull()
})
