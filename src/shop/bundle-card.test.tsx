// @vitest-environment happy-dom
import type { ReactNode } from 'react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import type { Bundle } from '#contract/bundle.ts'
import { uiTexts } from '../messages/ui-texts.ts'
import { ApiError } from '../http/api-error.ts'
import { bundlesQuery } from '../queries/bundles-query.ts'
import { resetSession, updateSession } from '../session/session-state.ts'
import { sessionRequest } from '../session/session-request.ts'
import { UiTextsContext } from '../ui/ui-texts.ts'
import { BundleCards } from './bundle-card.tsx'
import { LandingTests } from './test-grid.tsx'

vi.mock('../session/session-request.ts', () => ({ sessionRequest: vi.fn() }))

afterEach(() => {
  cleanup()
  resetSession()
})

const test = (id: string, owned = false) => ({
  id,
  title: `Тест ${id}`,
  slug: id,
  owned_purchase_id: owned ? `p${id}` : null,
})
const bundle = (...owned: string[]): Bundle => ({
  id: 'b',
  slug: 'usi',
  title: 'Усі',
  price: 39_900,
  currency: 'UAH',
  full_price: 49_700,
  tests: ['1', '2', '3'].map((id) => test(id, owned.includes(id))),
  can_buy: owned.length === 0,
})

/** Renders the server's answer, on the page of the list or of one test, and waits for it. */
async function show(answer: Bundle | ApiError, testId?: string, shown?: ReactNode): Promise<HTMLElement> {
  if (answer instanceof ApiError) vi.mocked(sessionRequest).mockRejectedValueOnce(answer)
  else vi.mocked(sessionRequest).mockResolvedValueOnce({ count: 1, results: [answer] } as never)
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const { container } = render(
    <QueryClientProvider client={client}>
      <UiTextsContext value={uiTexts}>
        <MemoryRouter>{shown ?? <BundleCards {...(testId !== undefined && { testId })} />}</MemoryRouter>
      </UiTextsContext>
    </QueryClientProvider>,
  )
  await waitFor(() => expect(client.getQueryState(bundlesQuery.queryKey)?.fetchStatus).toBe('idle'))
  return container
}

it('a bundle shows its tests, its price once and their separate price, and leads to registration or to its own page', async () => {
  const shown = await show(bundle())
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Тест 1', 'Тест 2', 'Тест 3'])
  expect(shown.textContent.match(/399\s₴/g)).toHaveLength(1)
  expect(shown.textContent).toMatch(/замість 497\s₴ окремо/)
  expect(screen.getByRole('link', { name: 'Обрати' }).getAttribute('href')).toBe('/register?bundle=usi')
  cleanup()
  updateSession({ status: 'signed-in', user: { id: 'owner', email: 'a@b.ua' } })
  await show(bundle())
  expect(screen.getByRole('link', { name: 'Обрати' }).getAttribute('href')).toBe('/bundles/usi')
})

it('a bundle is offered on the page of a test that it contains, and not on another test’s page', async () => {
  expect((await show(bundle(), '1')).textContent).toContain('Усі')
  cleanup()
  expect((await show(bundle(), '9')).textContent).toBe('')
})

it('a bundle that this person cannot buy is shown neither in the list nor on a test’s page', async () => {
  expect((await show(bundle('2'))).textContent).toBe('')
  cleanup()
  expect((await show(bundle('2'), '1')).textContent).toBe('')
})

it('no bundle is shown to a person who owns all of its tests, or if the server sells no bundles', async () => {
  expect((await show(bundle('1', '2', '3'))).textContent).toBe('')
  cleanup()
  expect((await show(new ApiError({ kind: 'html', status_code: 404 }))).textContent).toBe('')
})

it('on the landing page a bundle comes after full tests and before trials without one, and leads a guest to registration', async () => {
  const single = { ...test('1'), price: 14_900 }
  const free = { ...test('4'), type: 'math', price: 0 }
  const shown = await show(bundle(), undefined, <LandingTests tests={[single, free]} />)
  const titles = [...shown.querySelectorAll('h3')].map(({ textContent }) => textContent)
  expect(titles).toEqual(['Тест 1', 'Усі', 'Тест 4'])
  const offer = within(screen.getByRole('region', { name: 'Усі' }))
  expect(offer.getByRole('link', { name: 'Обрати' }).getAttribute('href')).toBe('/register?bundle=usi')
  expect(offer.queryByRole('button')).toBeNull()
})

it('a bundle with one test already bought offers the others by name for the difference in price, until a date', async () => {
  const rest = { price: 25_000, test_ids: ['2', '3'], until: '2026-12-14T10:00:00.000Z' }
  const priced = bundle('1')
  const tests = priced.tests.map((one) => ({ ...one, price: one.id === '3' ? 19_900 : 14_900 }))
  const shown = await show({ ...priced, tests, rest })
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Тест 2', 'Тест 3'])
  expect(screen.getByRole('region', { name: /^Додайте ще 2\sтести за 250\s₴$/ })).toBeDefined()
  expect(shown.textContent).toMatch(/250\s₴ замість 348\s₴ окремо/)
  expect(shown.textContent).toMatch(/Те, що ви вже заплатили, враховано\. Діє до 14 грудня 2026/)
})
