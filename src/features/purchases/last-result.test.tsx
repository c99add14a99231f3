// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import type { OwnedTest } from '#contract/purchase.ts'
import { LastResult } from './purchase-card.tsx'

afterEach(cleanup)

it('leads to the exam whose number it says, also after a later training', () => {
  const purchase = { id: 'p', purchase_card_title: 'Логіка', last_result: { attempt_id: 'a1', iq: 110 } } as OwnedTest
  render(
    <MemoryRouter>
      <LastResult purchase={purchase} />
    </MemoryRouter>,
  )
  const link = screen.getByRole('link', { name: 'Останній результат: IQ 110' })
  expect(link.getAttribute('href')).toBe('/test/test-result/p?attempt=a1')
})

it('names the interval beside the number, with its open end', () => {
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
])('bears the warning of a score by our first rules, as its own page does (rules %s)', (model, warnings) => {
  const last_result = { attempt_id: 'a1', iq: 110, low: 105, high: 115, model }
  const purchase = { id: 'p', purchase_card_title: 'Логіка', last_result } as OwnedTest
  render(
    <MemoryRouter>
      <LastResult purchase={purchase} />
    </MemoryRouter>,
  )
  expect(screen.queryAllByText('За нашими попередніми правилами: діапазон завузький.')).toHaveLength(warnings)
})

it('names no number beyond the last that is named', () => {
  const last_result = { attempt_id: 'a1', iq: 130, iq_open: 'above' as const }
  const purchase = { id: 'p', purchase_card_title: 'Логіка', last_result } as OwnedTest
  render(
    <MemoryRouter>
      <LastResult purchase={purchase} />
    </MemoryRouter>,
  )
  expect(screen.getByRole('link', { name: 'Останній результат: IQ понад 130' })).toBeDefined()
})

it('leads to the newest score, and below it to the newer exam that has none', () => {
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
