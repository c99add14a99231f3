// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import type { Test } from '#contract/catalog.ts'
import { uiTexts } from '../messages/ui-texts.ts'
import { updateSession } from '../session/session-state.ts'
import { UiTextsContext } from '../ui/ui-texts.ts'
import { TestCard } from './test-grid.tsx'

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
