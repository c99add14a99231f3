// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import type { Test } from '#contract/catalog.ts'
import { uiTexts } from '../../messages/ui-texts.ts'
import { UiTextsContext } from '../../ui/ui-texts.ts'
import { BuyCard } from './buy-card.tsx'

afterEach(cleanup)

const sold: Test = { id: '1', title: 'Логіка', type: 'logic', price: 14900, currency: 'UAH' }

function show(test: Test) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <UiTextsContext value={uiTexts}>
        <MemoryRouter>
          <BuyCard test={test} />
        </MemoryRouter>
      </UiTextsContext>
    </QueryClientProvider>,
  )
}
const offer = () => screen.queryByRole('button', { name: 'договір оферти' })

it('a test on sale says what is accepted with its purchase', () => {
  show(sold)
  expect(screen.getByRole('button', { name: 'Купити' })).toBeDefined()
  expect(screen.getByText(/Купуючи, ви приймаєте/)).toBeDefined()
  expect(offer()).not.toBeNull()
})

it('a test that the person has says nothing of buying it', () => {
  show({ ...sold, owned_purchase_id: 'p' })
  expect(screen.getByRole('link', { name: 'Скласти екзамен' })).toBeDefined()
  expect(screen.queryByText(/Купуючи|Оплата/)).toBeNull()
  expect(offer()).toBeNull()
})

it('a test whose exams are used up is sold again beside its training, and offers no exam', () => {
  show({ ...sold, owned_purchase_id: 'p', can_buy_again: true })
  expect(screen.getByRole('button', { name: 'Купити ще раз' })).toBeDefined()
  expect(screen.queryByRole('link', { name: 'Скласти екзамен' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Пройти тренування' })).toBeDefined()
  expect(offer()).not.toBeNull()
})
