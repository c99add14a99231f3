// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { OwnedTest } from '#contract/purchase.ts'
import type { Delivered } from './delivered-works.tsx'
import { withDb } from '../../attempt/replica/database.ts'
import type { SubmissionRow } from '../../attempt/machine/rows.ts'
import { showSubmissionsOf } from '../../attempt/sync/channel.ts'
import { resetSession, updateSession } from '../../session/session-state.ts'
import { PurchaseCard } from './purchase-card.tsx'

afterEach(async () => {
  cleanup()
  await showSubmissionsOf(null)
  resetSession()
  vi.useRealTimers()
})

interface CardProps {
  purchase: OwnedTest
  client?: QueryClient
  delivered?: readonly Delivered[]
}

function Card({ purchase, client = new QueryClient(), delivered = [] }: CardProps) {
  return (
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <PurchaseCard purchase={purchase} delivered={delivered} />
      </MemoryRouter>
    </QueryClientProvider>
  )
}

const day = 24 * 60 * 60 * 1000

it.each([
  ['to the minute in the last week', 7 * day, 'Діє до 5 березня 2026 р. о 14:05'],
  ['by its day before that', 7 * day + 60_000, 'Діє до 5 березня 2026 р.'],
])('a purchase card shows the end of the purchase with its year in the visitor’s time zone: %s', (_, left, said) => {
  const ends = new Date(2026, 2, 5, 14, 5)
  vi.setSystemTime(ends.getTime() - left)
  const end = ends.toISOString()
  const purchase = { id: 'p', purchase_card_title: 'Логіка', expiration_date: end } as OwnedTest
  render(<Card purchase={purchase} />)
  const [fact] = screen.getAllByText(/^Діє до/)
  expect(fact!.textContent.replace(/\s/g, ' ').trim()).toBe(said)
})

describe('an exam that the server has just accepted from this browser', () => {
  const taken = (attemptId: string | null) =>
    [{ row: { mode: 'exam', purchaseId: 'p', attemptId, state: 'graded' } as SubmissionRow, at: 0 }] as const
  const offers = (owned: object, attemptId: string | null) => {
    const purchase = { id: 'p', purchase_card_title: 'Логіка', status: 'paid', ...owned } as OwnedTest
    render(<Card purchase={purchase} delivered={taken(attemptId)} />)
    return screen.getAllByRole('link').map((link) => link.textContent)
  }

  it('a purchase card links to the result of a delivered exam and offers no exam if the server counts no attempts', () => {
    expect(offers({}, null)).toEqual(['Переглянути результат', 'Пройти тренування'])
  })

  it('a purchase card does not offer to continue a delivered exam that an older list still calls running', () => {
    expect(offers({ exam_attempts_left: 1, active_attempt: { id: 'a', state: 'open' } }, 'a')).toEqual([
      'Пройти тренування',
    ])
  })

  it('a purchase card offers the next exam after a delivered one if the server has an attempt left', () => {
    expect(offers({ exam_attempts_left: 1 }, 'a')).toEqual(['Скласти екзамен', 'Пройти тренування'])
  })
})

it('a purchase card with used-up exams offers to buy the test again at the price of today, and no exam', () => {
  const test = { id: 't', slug: 'logichnij', title: 'Логіка', price: 19_900, currency: 'UAH' }
  const purchase = {
    id: 'p',
    purchase_card_title: 'Логіка',
    status: 'paid',
    exam_attempts_left: 0,
    can_buy_again: true,
  }
  const card = (owned: object) => <Card purchase={{ ...purchase, test, ...owned } as OwnedTest} />
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

it('a purchase card whose money goes back says so, and shows neither a new exam nor the attempts left', () => {
  const purchase = { id: 'p', purchase_card_title: 'Логіка', status: 'paid', exam_attempts_left: 2 }
  const card = (owned: object) => <Card purchase={{ ...purchase, ...owned } as OwnedTest} />
  const { rerender } = render(card({ refund_decided: true }))
  expect(screen.getByText(/^Кошти за цей тест повертаються/)).toBeDefined()
  expect(screen.queryByText(/^Лишилося/)).toBeNull()
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Пройти тренування'])
  // An exam that was begun before continues.
  rerender(card({ refund_decided: true, active_attempt: { id: 'a', state: 'open', deadline_at: null } }))
  expect(screen.getByRole('link', { name: 'Продовжити екзамен' })).toBeDefined()
})

describe('the purchase card of a running exam', () => {
  const running = { id: 'a1', state: 'open', deadline_at: new Date(Date.now() + 552_900).toISOString() }
  const purchase = {
    id: 'p1',
    purchase_card_title: 'Логіка',
    status: 'paid',
    exam_attempts_left: 2,
    active_attempt: running,
  } as OwnedTest
  const show = (owned = purchase) => {
    updateSession({ status: 'signed-in', user: { id: 'owner', email: 'a@b.ua' } })
    const client = new QueryClient()
    const page = { count: 1, next: null, previous: null, results: [owned] }
    client.setQueryData(['purchases', 'owned'], { pages: [page], pageParams: [{}] })
    render(<Card purchase={owned} client={client} />)
  }
  const submitted = (more: Partial<SubmissionRow>) =>
    withDb(async (db) => {
      await db.clear('outbox')
      await db.put('outbox', {
        format: 1,
        draftId: 'd1',
        ownerId: 'owner',
        purchaseId: 'p1',
        mode: 'exam',
        attemptId: 'a1',
        title: 'Логіка',
        body: { answers: [] },
        madeAt: 0,
        state: 'waiting',
        tries: 0,
        nextTryAt: 0,
        notBefore: 0,
        problem: null,
        receipt: null,
        ...more,
      })
      await showSubmissionsOf('owner')
    })

  it('a purchase card shows the clock of an exam begun on another device and offers to continue the exam', () => {
    show()
    expect(screen.getByRole('timer').textContent).toMatch(/^09:1\d$/)
    expect(screen.getByText(/^Екзамен триває/)).toBeDefined()
    expect(screen.getByRole('link', { name: 'Продовжити екзамен' })).toBeDefined()
  })

  it('an exam that was submitted here without a network neither runs nor is offered on its purchase card', async () => {
    await submitted({})
    show()
    expect(screen.queryByText(/^Екзамен триває/)).toBeNull()
    expect(screen.queryByRole('timer')).toBeNull()
    expect(screen.queryByRole('link', { name: /екзамен/ })).toBeNull()
    expect(screen.getByText('Оплачено')).toBeDefined()
  })

  it.each([
    ['the submission of a training waits', { mode: 'training', attemptId: 'a0' }],
    ['the submission of an earlier exam waits', { attemptId: 'a0' }],
    ['its submission is refused', { state: 'refused' }],
  ] as const)('a purchase card offers to continue a running exam while %s', async (_, more) => {
    await submitted(more)
    show()
    expect(screen.getByRole('link', { name: 'Продовжити екзамен' })).toBeDefined()
  })
})
