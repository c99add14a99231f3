// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { purchaseTexts } from '../messages/purchases.ts'
import { uiTexts } from '../messages/ui-texts.ts'
import { queryDefaults } from '../queries/query-defaults.ts'
import { UiTextsContext } from '../ui/ui-texts.ts'
import { OpenOrder } from './open-order.tsx'

let client: QueryClient
let asked: number

beforeEach(() => {
  asked = 0
  client = new QueryClient({
    defaultOptions: { ...queryDefaults, queries: { ...queryDefaults.queries, retry: false } },
  })
})

afterEach(() => {
  cleanup()
  client.clear()
  vi.unstubAllGlobals()
})

function open(reply: Response, isShelfKnown = true) {
  vi.stubGlobal('fetch', async () => {
    asked += 1
    return reply
  })
  render(
    <QueryClientProvider client={client}>
      <UiTextsContext value={uiTexts}>
        <MemoryRouter>
          <OpenOrder isShelfKnown={isShelfKnown} />
        </MemoryRouter>
      </UiTextsContext>
    </QueryClientProvider>,
  )
}

const order = {
  purchase_id: 'o1',
  test_id: 't1',
  test_slug: 'logichnij',
  purchase_card_title: 'Логіка',
  price: 14_900,
  currency: 'UAH',
}
const checkout = { provider: 'liqpay', method: 'POST', url: 'https://pay.example/', fields: { data: 'x' } }
const button = (name: string) => screen.queryByRole('button', { name })

describe('an order that was left unpaid', () => {
  it('leads back to its payment page, with its name and price', async () => {
    open(Response.json({ order: { ...order, status: 'pending', checkout } }))
    expect(await screen.findByText(purchaseTexts.orderUnpaidTitle)).toBeDefined()
    expect(screen.getByText(/«Логіка», 149/)).toBeDefined()
    const form = button(purchaseTexts.continuePayment)!.closest('form')!
    expect([form.action, form.elements.namedItem('data')]).toEqual([
      checkout.url,
      expect.objectContaining({ value: 'x' }),
    ])
    expect(button(purchaseTexts.payOnceMore)).toBeNull()
    expect(screen.getByRole('link').getAttribute('href')).toBe('/tests/logichnij')
  })

  it('is paid once more where its payment was declined', async () => {
    open(Response.json({ order: { ...order, status: 'failed', can_pay_again: true } }))
    expect(await screen.findByText(purchaseTexts.orderFailedTitle)).toBeDefined()
    expect(button(purchaseTexts.payOnceMore)).not.toBeNull()
    expect(button(purchaseTexts.continuePayment)).toBeNull()
  })

  it.each([
    ['there is none', () => Response.json({ order: null })],
    ['the server does not tell', () => Response.json({ detail: 'Ні' }, { status: 404 })],
    ['the server fails', () => Response.json({ detail: 'Ні' }, { status: 400 })],
  ])('is not spoken of where %s', async (_, reply) => {
    open(reply())
    await vi.waitFor(() => expect(client.isFetching()).toBe(0))
    expect(asked).toBe(1)
    expect(document.body.textContent).toBe('')
  })

  it('is not asked for before the shelf is known', () => {
    open(Response.json({ order: null }), false)
    expect(asked).toBe(0)
  })
})
