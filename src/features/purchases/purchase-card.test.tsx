// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import type { OwnedTest } from '#contract/purchase.ts'
import { PurchaseCard } from './purchase-card.tsx'

afterEach(cleanup)

it('says the end of a purchase to the minute, with its year, in the visitor’s own time zone', () => {
  const end = new Date(2026, 2, 5, 14, 5).toISOString()
  const purchase = { id: 'p', purchase_card_title: 'Логіка', expiration_date: end } as OwnedTest
  render(
    <MemoryRouter>
      <PurchaseCard purchase={purchase} />
    </MemoryRouter>,
  )
  const [fact] = screen.getAllByText(/^Дійсний до/)
  expect(fact!.textContent.replace(/\s/g, ' ').trim()).toBe('Дійсний до 5 березня 2026 р. о 14:05')
})

it('offers a test whose exams are used up once more, at its price of today, and no exam', () => {
  const test = { id: 't', slug: 'logichnij', title: 'Логіка', price: 19_900, currency: 'UAH' }
  const purchase = {
    id: 'p',
    purchase_card_title: 'Логіка',
    status: 'paid',
    exam_attempts_left: 0,
    can_buy_again: true,
  }
  const card = (owned: object) => (
    <MemoryRouter>
      <PurchaseCard purchase={{ ...purchase, test, ...owned } as OwnedTest} />
    </MemoryRouter>
  )
  const { rerender } = render(card({}))
  const again = screen.getByRole('link', { name: /^Купити ще раз · 199.*: Логіка$/ })
  expect(again.getAttribute('href')).toBe('/tests/logichnij')
  expect(again.textContent).toMatch(/Купити ще раз · 199/)
  expect(screen.queryByRole('link', { name: 'Скласти екзамен' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Пройти тренування' })).toBeDefined()
  rerender(card({ exam_attempts_left: 1, can_buy_again: false }))
  expect(screen.queryByRole('link', { name: /Купити ще раз/ })).toBeNull()
  expect(screen.getByRole('link', { name: 'Скласти екзамен' })).toBeDefined()
})
