// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { routePatterns } from '#contract/page-patterns.ts'
import { uiTexts } from '../../messages/ui-texts.ts'
import { paths } from '../../paths.ts'
import { resetSession, updateSession } from '../../session/session-state.ts'
import { UiTextsContext } from '../../ui/ui-texts.ts'
import { BundlePage } from './bundle-page.tsx'

beforeEach(() => updateSession({ status: 'signed-in', user: { id: 'owner', email: 'a@b.ua' } }))
afterEach(() => {
  cleanup()
  resetSession()
  vi.unstubAllGlobals()
})

const test = (id: string, owned: boolean) => ({
  id,
  title: `Тест ${id}`,
  slug: `t-${id}`,
  price: 14_900,
  currency: 'UAH',
  owned_purchase_id: owned ? `p${id}` : null,
})

const bundle = (...owned: string[]) => ({
  id: 'b',
  slug: 'usi',
  title: 'Усі три тести',
  price: 39_900,
  currency: 'UAH',
  full_price: 44_700,
  tests: ['1', '2', '3'].map((id) => test(id, owned.includes(id))),
  can_buy: owned.length === 0,
})

const seller = { name: 'ФОП', tax_number: '1', refund_days: 14 }

/** `replies` by path; every other call gets an empty list. Returns what was sent. */
function open(slug: string, replies: Record<string, () => Response>) {
  const sent: [string, unknown][] = []
  vi.stubGlobal('fetch', async (address: string, { body, method }: { body?: string; method?: string } = {}) => {
    const path = new URL(address, 'https://iq.example').pathname
    if (method === 'POST') sent.push([path, JSON.parse(body ?? 'null')])
    if (path === '/api/footer/') return Response.json({ phone_number: null, email: null, seller })
    return replies[path]?.() ?? Response.json({ count: 0, next: null, results: [] })
  })
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <UiTextsContext value={uiTexts}>
        <MemoryRouter initialEntries={[paths.bundle(slug)]}>
          <Routes>
            <Route path={routePatterns.bundle} element={<BundlePage />} />
          </Routes>
        </MemoryRouter>
      </UiTextsContext>
    </QueryClientProvider>,
  )
  return sent
}

const sells = (sold: object) => ({
  '/api/bundles/': () => Response.json({ count: 1, next: null, results: [sold] }),
})

it('the page of a bundle shows its tests, price, saving and terms, and orders the bundle at the shown price', async () => {
  const sent = open('usi', {
    ...sells(bundle()),
    '/api/bundles/b/purchases/': () => Response.json({ detail: 'Зачекайте', status_code: 409 }, { status: 409 }),
  })
  expect(await screen.findByRole('heading', { level: 1, name: 'Усі три тести' })).toBeDefined()
  expect(document.body.textContent).toMatch(/3\sтести одним платежем, на 48\s₴ дешевше, ніж окремо/)
  expect(document.body.textContent).toMatch(/399\s₴замість 447\s₴ окремо/)
  const tests = within(screen.getByRole('region', { name: 'Що в комплекті' }))
  expect(tests.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual(
    ['1', '2', '3'].map((id) => [`Тест ${id}`, `/tests/t-${id}`]),
  )
  expect(await screen.findByText(/14 днів на повернення всієї суми/)).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Купити' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Зачекайте')
  expect(sent).toEqual([
    ['/api/bundles/b/purchases/', expect.objectContaining({ shown_price: 39_900, shown_currency: 'UAH' })],
  ])
})

it('the page of a bundle with an owned test says so and sells nothing twice: it links to the other tests with their prices', async () => {
  open('usi', sells(bundle('2')))
  expect(await screen.findByText('У вас уже є «Тест 2»')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Купити' })).toBeNull()
  expect(document.body.textContent).not.toMatch(/399/)
  const others = screen.getAllByRole('link', { name: /^Тест \d · 149\s₴$/ })
  expect(others.map((link) => link.getAttribute('href'))).toEqual(['/tests/t-1', '/tests/t-3'])
})

it('the page of a bundle whose tests are all owned links to the purchases and shows no price', async () => {
  open('usi', sells(bundle('1', '2', '3')))
  expect(await screen.findByText('Тести з цього комплекту у вас уже є')).toBeDefined()
  expect(screen.getByRole('link', { name: 'До моїх тестів' }).getAttribute('href')).toBe('/purchases')
  expect(document.body.textContent).not.toMatch(/₴/)
})

it('the page of a bundle says that the bundle is not on sale, also if the server sells no bundles, and links to the tests', async () => {
  open('insha', sells(bundle()))
  expect(await screen.findByRole('heading', { name: 'Такого комплекту зараз немає' })).toBeDefined()
  expect(screen.getAllByRole('link', { name: 'Усі тести' }).at(-1)!.getAttribute('href')).toBe('/tests')
  cleanup()
  open('usi', { '/api/bundles/': () => new Response('<html></html>', { status: 404 }) })
  expect(await screen.findByRole('heading', { name: 'Такого комплекту зараз немає' })).toBeDefined()
})

it('the page of a bundle that could not be loaded loads again at a press', async () => {
  let isDown = true
  open('usi', {
    '/api/bundles/': () =>
      isDown
        ? Response.json({ detail: null, status_code: 503 }, { status: 503 })
        : Response.json({ count: 1, next: null, results: [bundle()] }),
  })
  expect(await screen.findByRole('heading', { name: 'Сторінка комплекту не відкрилася' })).toBeDefined()
  isDown = false
  fireEvent.click(screen.getByRole('button', { name: 'Спробувати ще раз' }))
  expect(await screen.findByRole('heading', { name: 'Усі три тести' })).toBeDefined()
})
