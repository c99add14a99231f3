// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { purchaseQueries } from '../queries/purchase-queries.ts'
import { updateSession } from '../session/session-state.ts'
import { PageFoot } from './page-foot.tsx'

beforeEach(() => updateSession({ status: 'signed-in', user: { id: 'o1' } }))
afterEach(() => {
  cleanup()
  updateSession({ status: 'guest', user: null })
})

const running = (id: string, title: string, minutes: number) => ({
  id,
  purchase_card_title: title,
  active_attempt: { id: `a-${id}`, state: 'open', deadline_at: new Date(Date.now() + minutes * 60_000).toISOString() },
})

function open(owned: object[], at = '/tests') {
  const client = new QueryClient()
  client.setQueryData(purchaseQueries.owned().queryKey, {
    pages: [{ count: 1, results: owned }],
    pageParams: [{}],
  } as never)
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[at]}>
        <PageFoot page={at.split('?')[0]!} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}
const links = () =>
  within(screen.getByRole('complementary'))
    .getAllByRole('link')
    .map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')])

it('the strip of one running exam says that it runs, and shows its clock and a link to continue', () => {
  open([running('p1', 'Логічний тест IQ', 8)])
  expect(screen.getByRole('complementary', { name: 'Екзамен триває' }).textContent).toMatch(
    /^Екзамен триває0[78]:\d\dПродовжити$/,
  )
})

it('the strip of two running exams names each one with its own clock and link', () => {
  open([running('p1', 'Логічний тест IQ', 8), running('p2', 'Вербальний тест IQ', 5)])
  expect(screen.getByRole('complementary', { name: 'Екзамен триває' }).textContent).toMatch(
    /^Вербальний тест IQ0[45]:\d\dПродовжитиЛогічний тест IQ0[78]:\d\dПродовжити$/,
  )
  expect(links()).toEqual([
    ['Продовжити: Вербальний тест IQ', '/exam/1/p2'],
    ['Продовжити: Логічний тест IQ', '/exam/1/p1'],
  ])
})

const places = () => screen.queryByRole('navigation', { name: 'Головні сторінки' })

it.each([
  ['/', 'Сьогодні'],
  ['/tests/logichnij', 'Тести'],
  ['/purchases', 'Результати'],
  ['/profile', 'Я'],
])('at %s the bar of places marks «%s» as the current page', (at, label) => {
  open([], at)
  const current = within(places()!).getAllByRole('link', { current: 'page' })
  expect(current.map((link) => link.textContent)).toEqual([label])
  expect(
    within(places()!)
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual(['Сьогодні', 'Тести', 'Результати', 'Я'])
})

it.each(['/exam/1/p1', '/learning/1/p1', '/examples', '/?trial'])(
  'at %s the page has no bar of places, because a task uses the foot',
  (at) => {
    open([], at)
    expect(places()).toBeNull()
  },
)
