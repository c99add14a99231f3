// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import type { OwnedTest } from '#contract/purchase.ts'
import { LastResult } from './purchase-card.tsx'

afterEach(cleanup)

it('the last result of a purchase card links to the exam of its score', () => {
  const purchase = { id: 'p', purchase_card_title: 'Логіка', last_result: { attempt_id: 'a1', iq: 110 } } as OwnedTest
  render(
    <MemoryRouter>
      <LastResult purchase={purchase} />
    </MemoryRouter>,
  )
  const link = screen.getByRole('link', { name: 'Останній результат: IQ 110' })
  expect(link.getAttribute('href')).toBe('/test/test-result/p?attempt=a1')
})

it('the last result of a purchase card shows the score with its interval and the open end of it', () => {
  const last_result = { attempt_id: 'a1', iq: 118, low: 90, high: 140, high_open: true }
  const purchase = { id: 'p', purchase_card_title: 'Логіка', last_result } as OwnedTest
  render(
    <MemoryRouter>
      <LastResult purchase={purchase} />
    </MemoryRouter>,
  )
  expect(screen.getByRole('link', { name: 'Останній результат: IQ 118 (від 90 і вище)' })).toBeDefined()
})

it.each([
  ['1', 1],
  ['2', 0],
  [undefined, 0],
])('the last result of a purchase card warns about a score by our first rules alone (rules %s)', (model, warnings) => {
  const last_result = { attempt_id: 'a1', iq: 110, low: 105, high: 115, model }
  const purchase = { id: 'p', purchase_card_title: 'Логіка', last_result } as OwnedTest
  render(
    <MemoryRouter>
      <LastResult purchase={purchase} />
    </MemoryRouter>,
  )
  expect(screen.queryAllByText('За нашими попередніми правилами: діапазон завузький.')).toHaveLength(warnings)
})

it('the last result of a purchase card shows a score beyond the scale as above 130', () => {
  const last_result = { attempt_id: 'a1', iq: 130, iq_open: 'above' as const }
  const purchase = { id: 'p', purchase_card_title: 'Логіка', last_result } as OwnedTest
  render(
    <MemoryRouter>
      <LastResult purchase={purchase} />
    </MemoryRouter>,
  )
  expect(screen.getByRole('link', { name: 'Останній результат: IQ понад 130' })).toBeDefined()
})

it('the last result of a purchase card links to the newest score, and below it to a newer exam without a score', () => {
  const last_result = { attempt_id: 'a2', iq: null, correct: 5, total: 30 }
  const last_scored = { attempt_id: 'a1', iq: 118, low: 93, high: 130, high_open: true }
  const purchase = { id: 'p', purchase_card_title: 'Логіка', last_result, last_scored } as OwnedTest
  render(
    <MemoryRouter>
      <LastResult purchase={purchase} />
    </MemoryRouter>,
  )
  expect(screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Остання оцінка: IQ 118 (від 93 і вище)', '/test/test-result/p?attempt=a1'],
    ['Новіший екзамен, без оцінки IQ: 5 з 30', '/test/test-result/p?attempt=a2'],
  ])
})
