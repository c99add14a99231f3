// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Test } from '#contract/catalog.ts'
import { uiTexts } from '../../messages/ui-texts.ts'
import { footerQuery } from '../../queries/footer-query.ts'
import { UiTextsContext } from '../../ui/ui-texts.ts'
import { resetSession, updateSession } from '../../session/session-state.ts'
import { BuyCard } from './buy-card.tsx'

beforeEach(() => {
  const nothing = { count: 0, next: null, previous: null, results: [] }
  vi.stubGlobal('fetch', async () => Response.json(nothing))
})
afterEach(() => {
  cleanup()
  resetSession()
  vi.unstubAllGlobals()
})

const sold: Test = { id: '1', title: 'Логіка', type: 'logic', price: 14900, currency: 'UAH' }

function show(test: Test, client = new QueryClient()) {
  render(
    <QueryClientProvider client={client}>
      <UiTextsContext value={uiTexts}>
        <MemoryRouter>
          <BuyCard test={test} />
        </MemoryRouter>
      </UiTextsContext>
    </QueryClientProvider>,
  )
}
const offer = () => screen.queryByRole('button', { name: 'договір оферти' })

it('the buy card of a test on sale says what a buyer accepts with the purchase', () => {
  show(sold)
  expect(screen.getByRole('button', { name: 'Купити' })).toBeDefined()
  expect(screen.getByText(/Купуючи, ви приймаєте/)).toBeDefined()
  expect(offer()).not.toBeNull()
})

it('the buy card of a paid test links to the rules of payments and refunds, and that of a free test does not', () => {
  const client = new QueryClient()
  const seller = { name: 'ФОП', tax_number: '1', refund_days: 14 }
  client.setQueryData(footerQuery.queryKey, { phone_number: '', email: '', seller })
  const link = () => screen.queryByRole('link', { name: 'Оплата й повернення' })?.getAttribute('href')
  show(sold, client)
  expect(link()).toBe('/pytannia.html#oplata')
  cleanup()
  show({ ...sold, price: 0 }, client)
  expect(link()).toBeUndefined()
})

it('the buy card of an owned test offers the exam and does not mention buying', () => {
  show({ ...sold, owned_purchase_id: 'p' })
  expect(screen.getByRole('link', { name: 'Скласти екзамен' })).toBeDefined()
  expect(screen.queryByText(/Купуючи|Оплата/)).toBeNull()
  expect(offer()).toBeNull()
})

it('the buy card of a running exam shows its clock, offers to continue the exam, and offers no other exam', () => {
  updateSession({ status: 'signed-in', user: { id: 'owner', email: 'a@b.ua' } })
  const client = new QueryClient()
  const running = { id: 'a1', state: 'open', deadline_at: new Date(Date.now() + 552_900).toISOString() }
  const owned = { id: 'p', purchase_card_title: 'Логіка', active_attempt: running }
  const page = { count: 1, next: null, previous: null, results: [owned] }
  client.setQueryData(['purchases', 'owned'], { pages: [page], pageParams: [{}] })
  show({ ...sold, owned_purchase_id: 'p' }, client)
  expect(screen.getByText('Екзамен триває')).toBeDefined()
  expect(screen.queryByText(/складайте екзамен/)).toBeNull()
  const link = screen.getByRole('link', { name: /^Продовжити/ })
  expect(link.textContent).toMatch(/^Продовжити · 09:1\d$/)
  expect(link.getAttribute('href')).toMatch(/\/p$/)
  expect(screen.queryByRole('link', { name: 'Скласти екзамен' })).toBeNull()
})

it('the buy card of a test with used-up exams sells the test again, offers training, and offers no exam', () => {
  show({ ...sold, owned_purchase_id: 'p', can_buy_again: true })
  expect(screen.getByRole('button', { name: 'Купити ще раз' })).toBeDefined()
  expect(screen.queryByRole('link', { name: 'Скласти екзамен' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Пройти тренування' })).toBeDefined()
  expect(offer()).not.toBeNull()
})

it('the buy card of a free test with used-up exams offers training, but no exam and no repeated order', () => {
  show({ ...sold, price: 0, owned_purchase_id: 'p', exams_used_up: true, can_buy_again: false })
  expect(screen.getByText('Усі екзамени використано')).toBeDefined()
  expect(screen.queryByRole('link', { name: 'Скласти екзамен' })).toBeNull()
  expect(screen.queryByRole('button', { name: /Купити|Отримати/ })).toBeNull()
  expect(screen.getByRole('link', { name: 'Пройти тренування' })).toBeDefined()
})

it('the buy card of a paid test names the seller and the term of refunds from the server, and that of a free test does not', async () => {
  const seller = { name: 'ФОП Іваненко І. І.', tax_number: '1234567890', refund_days: 14 }
  vi.stubGlobal('fetch', async () => Response.json({ phone_number: null, email: null, seller }))
  show(sold)
  expect(await screen.findByText(/14 днів на повернення всієї суми/)).toBeDefined()
  expect(screen.getByText(/Продавець: ФОП Іваненко І\. І\., код 1234567890/)).toBeDefined()
  expect(screen.getAllByText(/149\s₴/)).toHaveLength(1)
  cleanup()
  show({ ...sold, price: 0 })
  expect(screen.queryByText(/Продавець|повернення/)).toBeNull()
})

it('the buy card says that nothing was charged if an order did not reach the server', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  show(sold)
  fireEvent.click(screen.getByRole('button', { name: 'Купити' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Гроші не списано')
})

it('the buy card sends the price on its button, shows the server’s refusal of an old price, and reads the tests again', async () => {
  updateSession({ status: 'signed-in', user: { id: 'owner', email: 'a@b.ua' } })
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body))
    const detail = 'Ціна змінилася: «Логіка» тепер коштує 199 ₴.'
    return Response.json({ detail, code: 'price_changed', status_code: 409 }, { status: 409 })
  })
  const client = new QueryClient()
  const invalidate = vi.spyOn(client, 'invalidateQueries')
  show(sold, client)
  fireEvent.click(screen.getByRole('button', { name: 'Купити' }))
  expect(await screen.findByText(/тепер коштує 199/)).toBeDefined()
  expect(sent).toEqual([expect.objectContaining({ test_id: '1', shown_price: 14900, shown_currency: 'UAH' })])
  expect(invalidate).toHaveBeenCalledWith({ queryKey: ['tests'] })
})

it('the buy card does not open a checkout that costs more than its button said', async () => {
  updateSession({ status: 'signed-in', user: { id: 'owner', email: 'a@b.ua' } })
  const submit = vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => undefined)
  const order = { purchase_id: 'o', status: 'pending', test_id: '1', purchase_card_title: 'Логіка', currency: 'UAH' }
  const checkout = { provider: 'liqpay', method: 'POST', url: 'https://pay.example/', fields: {} }
  const client = new QueryClient()
  for (const price of [19900, 14900]) {
    vi.stubGlobal('fetch', async () => Response.json({ ...order, price, checkout }))
    show(sold, client)
    fireEvent.click(screen.getByRole('button', { name: 'Купити' }))
    await vi.waitFor(() => expect(client.getQueryData(['purchases', 'order', 'o'])).toMatchObject({ price }))
    await vi.waitFor(() => expect(client.isMutating()).toBe(0))
    expect(submit).toHaveBeenCalledTimes(price > 14900 ? 0 : 1)
    cleanup()
  }
  submit.mockRestore()
})

it('the buy card asks the server for the purchases, and offers to continue an exam begun on another device', async () => {
  updateSession({ status: 'signed-in', user: { id: 'owner', email: 'a@b.ua' } })
  const running = { id: 'a1', state: 'open', deadline_at: new Date(Date.now() + 552_900).toISOString() }
  const owned = { id: 'p', purchase_card_title: 'Логіка', active_attempt: running }
  vi.stubGlobal('fetch', async () => Response.json({ count: 1, next: null, previous: null, results: [owned] }))
  show({ ...sold, owned_purchase_id: 'p' })
  expect(await screen.findByRole('link', { name: /^Продовжити/ })).toBeDefined()
  expect(screen.queryByRole('link', { name: 'Скласти екзамен' })).toBeNull()
})

it('the buy card of a test whose money goes back says so, and offers training but no exam', () => {
  show({ ...sold, owned_purchase_id: 'p', refund_decided: true })
  expect(screen.getByText('Кошти повертаються')).toBeDefined()
  expect(screen.queryByRole('link', { name: 'Скласти екзамен' })).toBeNull()
  expect(screen.queryByText('Усі екзамени використано')).toBeNull()
  expect(screen.getByRole('link', { name: 'Пройти тренування' })).toBeDefined()
})
