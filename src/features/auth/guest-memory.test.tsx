// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter, Outlet, Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { routePatterns } from '#contract/page-patterns.ts'
import { chosenTestTexts } from '../../messages/catalog.ts'
import { uiTexts } from '../../messages/ui-texts.ts'
import { paths } from '../../paths.ts'
import { rememberedLocation, rememberLocation } from '../../session/return-location.ts'
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

it('a typed e-mail address follows from the log-in to the forgotten password and back, and is gone after the log-in', async () => {
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
  'the page %s shows a guest who comes from a trial its test and the number of answers kept here',
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

it('the registration page mentions a kept trial even if its test is not on sale, and shows nothing if no trial is kept', async () => {
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

const bundle = {
  id: 'b',
  slug: 'usi-try',
  title: 'Усі три тести IQ',
  price: 39_900,
  currency: 'UAH',
  full_price: 49_700,
  tests: [],
  can_buy: true,
}

it('the registration and log-in pages show the chosen bundle, and registration the chosen test, each with its price', async () => {
  const shop: Record<string, object[]> = {
    '/api/bundles/': [bundle],
    '/api/available-tests/': [
      { ...trial, slug: 'logichnij', title: 'Логічний тест IQ', price: 19_900, currency: 'UAH' },
    ],
  }
  vi.stubGlobal('fetch', async (address: string) => {
    const results = shop[new URL(address, 'https://iq.example').pathname] ?? []
    return Response.json({ count: results.length, next: null, results })
  })
  const chosen = async () => {
    const { textContent } = await screen.findByRole('region', { name: 'Ви обрали' })
    cleanup()
    return textContent
  }
  open(paths.registerForBundle('usi-try'))
  expect(await chosen()).toMatch(/^Ви обралиУсі три тести IQ399\s₴ замість 497\s₴ окремо/)
  expect(rememberedLocation()).toBe('/bundles/usi-try')
  open(paths.login)
  expect(await chosen()).toMatch(/^Ви обралиУсі три тести IQ399\s₴ /)
  open(paths.registerFor('logichnij'))
  expect(await chosen()).toMatch(/^Ви обралиЛогічний тест IQ199\s₴/)
  expect(rememberedLocation()).toBe('/tests/logichnij')
})
