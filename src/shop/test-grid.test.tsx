// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import type { Test } from '#contract/catalog.ts'
import { uiTexts } from '../messages/ui-texts.ts'
import { bundlesQuery } from '../queries/bundles-query.ts'
import { updateSession } from '../session/session-state.ts'
import { UiTextsContext } from '../ui/ui-texts.ts'
import { LandingTests, LowestPrice, TestCard } from './test-grid.tsx'

afterEach(() => {
  cleanup()
  updateSession({ status: 'guest' })
})

const sample: Test = { id: '1', title: 'Проба', type: 'verbal', price: 0, currency: 'UAH' }

function show(test: Test) {
  render(
    <UiTextsContext value={uiTexts}>
      <MemoryRouter>
        <TestCard test={test} heading="h2" />
      </MemoryRouter>
    </UiTextsContext>,
  )
}

it('a test that cost nothing is called the person’s own, and not bought', () => {
  show({ ...sample, owned_purchase_id: 'p' })
  expect(screen.getByText('Тест ваш')).toBeDefined()
  expect(screen.queryByText(/[Кк]упл/)).toBeNull()
})

it('a test that the person does not own yet shows its price', () => {
  show(sample)
  expect(screen.getByText('Безкоштовно')).toBeDefined()
})

it('a guest tries a free test immediately and registers for the rest; a signed-in person gets to the test’s page', () => {
  const where = () => screen.getByRole('link', { name: 'Спробувати' }).getAttribute('href')
  show({ ...sample, slug: 'verbalnij-proba' })
  expect(where()).toBe('/?trial=verbalnij-proba')
  cleanup()
  show({ ...sample, slug: 'verbalnij', price: 14_900 })
  expect(screen.getByRole('link', { name: 'Обрати' }).getAttribute('href')).toBe('/register?test=verbalnij')
  cleanup()
  updateSession({ status: 'signed-in' })
  show({ ...sample, slug: 'verbalnij-proba' })
  expect(where()).toBe('/tests/verbalnij-proba')
})

it('a bought test that is used up shows its price again, with a link to buy it again', () => {
  updateSession({ status: 'signed-in' })
  show({ ...sample, slug: 'verbalnij', price: 14_900, owned_purchase_id: 'p', can_buy_again: true })
  expect(screen.getByText(/149/)).toBeDefined()
  expect(screen.getByRole('link', { name: 'Купити ще раз' }).getAttribute('href')).toBe('/tests/verbalnij')
})

const full: Test = { ...sample, id: '2', title: 'Вербальний тест IQ', slug: 'verbalnij', price: 14_900 }
const trial: Test = { ...sample, slug: 'verbalnij-proba' }

function showLanding(tests: readonly Test[]) {
  const client = new QueryClient()
  client.setQueryData(bundlesQuery.queryKey, [])
  render(
    <QueryClientProvider client={client}>
      <UiTextsContext value={uiTexts}>
        <MemoryRouter>
          <LandingTests tests={tests} />
        </MemoryRouter>
      </UiTextsContext>
    </QueryClientProvider>,
  )
  return screen.getAllByRole('listitem').map((card) =>
    within(card)
      .getAllByRole('link')
      .map((link) => [link.getAttribute('aria-label') ?? link.textContent, link.getAttribute('href')]),
  )
}

it('[S1.03] the landing page has one card for a full test and its trial, and a card for each trial without a full test', () => {
  expect(showLanding([trial, full, { ...trial, id: '3', type: 'math', slug: 'chysla', title: 'Числа' }])).toEqual([
    [
      ['Спробувати безкоштовно: Проба', '/?trial=verbalnij-proba'],
      ['149\u00a0₴ повний тест: Вербальний тест IQ', '/register?test=verbalnij'],
    ],
    [['Спробувати', '/?trial=chysla']],
  ])
})

it('a card of the landing page leads the owner of a test to their tests, and others with an account to the test’s page', () => {
  updateSession({ status: 'signed-in' })
  const [owned, other] = showLanding([
    { ...full, owned_purchase_id: 'p' },
    { ...full, id: '4', slug: 'inshyj', owned_purchase_id: 'q', can_buy_again: true },
  ])
  expect(owned).toEqual([['До моїх тестів', '/purchases']])
  expect(other).toEqual([['149\u00a0₴ повний тест: Вербальний тест IQ', '/tests/inshyj']])
})

it('a test of another server without a price is offered without one, and is no lowest price', () => {
  const unpriced: Test = { id: '5', title: 'Тест', type: 'verbal' }
  expect(showLanding([unpriced])).toEqual([[['Обрати повний тест: Тест', '/register?test=5']]])
  cleanup()
  const lowest = (tests: readonly Test[]) => render(<LowestPrice tests={tests} />).container.textContent
  expect(lowest([unpriced, trial])).toBe('')
  expect(lowest([{ ...full, price: 19_900 }, unpriced, trial, full])).toBe('Повні тести від 149\u00a0₴')
})
