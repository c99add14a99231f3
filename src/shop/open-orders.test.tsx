// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { purchaseTexts } from '../messages/purchases.ts'
import { uiTexts } from '../messages/ui-texts.ts'
import { queryDefaults } from '../queries/query-client.ts'
import { UiTextsContext } from '../ui/ui-texts.ts'
import { OpenOrders } from './open-orders.tsx'

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

function open(reply: Response, arePurchasesKnown = true) {
  vi.stubGlobal('fetch', async () => {
    asked += 1
    return reply
  })
  render(
    <QueryClientProvider client={client}>
      <UiTextsContext value={uiTexts}>
        <MemoryRouter>
          <OpenOrders arePurchasesKnown={arePurchasesKnown} />
          <Address />
        </MemoryRouter>
      </UiTextsContext>
    </QueryClientProvider>,
  )
}

/** The address that a press has led to. */
function Address() {
  const { pathname, search } = useLocation()
  return pathname === '/' ? null : <p>{pathname + search}</p>
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
const confirmed = async (title: string) => {
  fireEvent.click(button(`Скасувати замовлення «${title}»`)!)
  // The second press of a double tap does nothing yet.
  const sure = button(`Так, скасувати замовлення «${title}»`)!
  fireEvent.click(sure)
  await vi.waitFor(() => expect(sure.getAttribute('aria-disabled')).toBeNull())
  fireEvent.click(sure)
}
const button = (name: string) => screen.queryByRole('button', { name })

describe('an order that was left unpaid', () => {
  it('an unpaid order shows its name and price, and leads to its newest payment page', async () => {
    open(Response.json({ order: { ...order, status: 'pending', checkout } }))
    expect(await screen.findByText(purchaseTexts.orderUnpaidTitle)).toBeDefined()
    expect(screen.getByText(/«Логіка», 149/)).toBeDefined()
    expect(button(purchaseTexts.payOnceMore)).toBeNull()
    expect(screen.getByRole('link').getAttribute('href')).toBe('/tests/logichnij')
    const submit = vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => undefined)
    // Declined in another tab meanwhile, and opened for payment again.
    const newer = { ...checkout, fields: { data: 'y' } }
    vi.stubGlobal('fetch', async () => Response.json({ ...order, status: 'pending', checkout: newer }))
    fireEvent.click(button(purchaseTexts.pay)!)
    await vi.waitFor(() => expect(submit).toHaveBeenCalledOnce())
    const form = submit.mock.contexts[0] as unknown as HTMLFormElement
    expect([form.action, form.elements.namedItem('data')]).toEqual([
      checkout.url,
      expect.objectContaining({ value: 'y' }),
    ])
    form.remove()
    submit.mockRestore()
  })

  it.each([
    ['paid', { status: 'paid' }],
    ['dropped', { status: 'expired' }],
    ['debited by a bank', { status: 'pending', money_held: true, checkout: null }],
    ['made dearer', { status: 'pending', price: 19_900, checkout }],
  ])(
    'an unpaid order that was %s in another tab meanwhile leads to its state, not to a payment page',
    async (_, change) => {
      const submit = vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => undefined)
      open(Response.json({ order: { ...order, status: 'pending', checkout } }))
      await screen.findByText(purchaseTexts.orderUnpaidTitle)
      vi.stubGlobal('fetch', async () => Response.json({ ...order, ...change }))
      fireEvent.click(button(purchaseTexts.pay)!)
      expect(await screen.findByText('/purchases?order=o1')).toBeDefined()
      expect(client.getQueryData(['purchases', 'order', 'o1'])).toMatchObject(change)
      expect(submit).not.toHaveBeenCalled()
      submit.mockRestore()
    },
  )

  it('an order whose payment was declined can be paid once more', async () => {
    open(Response.json({ order: { ...order, status: 'failed', can_pay_again: true } }))
    expect(await screen.findByText(purchaseTexts.orderFailedTitle)).toBeDefined()
    expect(button(purchaseTexts.payOnceMore)).not.toBeNull()
    expect(button(purchaseTexts.pay)).toBeNull()
  })

  it.each([
    ['declined', { status: 'failed', can_pay_again: true }],
    ['not paid for yet', { status: 'pending', checkout }],
  ])('an order of a bundle that was %s leads to the page of that bundle', async (_, change) => {
    open(Response.json({ order: { ...order, ...change, test_slug: null, bundle_slug: 'usi-try', lines: [] } }))
    expect((await screen.findByRole('link')).getAttribute('href')).toBe('/bundles/usi-try')
  })

  it('a person can drop one of several unpaid orders, and the page then shows the other', async () => {
    const other = { ...order, purchase_id: 'o2', purchase_card_title: 'Слова' }
    const both = [
      { ...order, status: 'pending', checkout },
      { ...other, status: 'failed', can_pay_again: true },
    ]
    open(Response.json({ order: both[0], orders: both }))
    expect(await screen.findAllByText(/Гроші/)).toHaveLength(2)
    // The page's heading.
    const title = document.body.appendChild(document.createElement('h1'))
    title.tabIndex = -1
    const calls: string[] = []
    vi.stubGlobal('fetch', async (url: string) => {
      calls.push(new URL(url, 'http://x').pathname)
      if (url.includes('cancellation')) return Response.json({ ...other, status: 'expired' })
      return Response.json({ order: both[0], orders: [both[0]] })
    })
    button('Скасувати замовлення «Слова»')!.focus()
    await confirmed('Слова')
    await vi.waitFor(() => expect(screen.getAllByText(/Гроші/)).toHaveLength(1))
    expect(screen.getAllByRole('status')[0]!.textContent).toBe('Замовлення «Слова» скасовано.')
    expect(document.activeElement).toBe(title)
    title.remove()
    expect(calls).toEqual(['/api/purchases/o2/cancellation/', '/api/purchases/open/'])
    expect(screen.getByText(/«Логіка», 149/)).toBeDefined()
  })

  it('an order whose money a bank holds says that the money was received, and has no button', async () => {
    open(Response.json({ order: null, orders: [{ ...order, status: 'pending', money_held: true }] }))
    expect(await screen.findByText('Гроші отримано, зараховуємо')).toBeDefined()
    expect(screen.getByText(/Банк уже списав 149\s₴ за «Логіка»/)).toBeDefined()
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('an order whose payment a bank checks says so, mentions no charge, and has no button', async () => {
    open(Response.json({ order: null, orders: [{ ...order, status: 'pending', payment_checking: true }] }))
    expect(await screen.findByText('Банк перевіряє платіж')).toBeDefined()
    expect(screen.getByText(/«Логіка», 149\s₴/).textContent).not.toMatch(/списа/)
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('an order of several tests whose money a bank holds says that the tests will open by themselves', async () => {
    open(Response.json({ order: null, orders: [{ ...order, status: 'pending', money_held: true, lines: [] }] }))
    expect(await screen.findByText(/Тести відкриються самі/)).toBeDefined()
  })

  it('an order that cannot be dropped or paid without a network says which of the two has failed', async () => {
    const declined = {
      ...order,
      purchase_id: 'o2',
      purchase_card_title: 'Слова',
      status: 'failed',
      can_pay_again: true,
    }
    open(Response.json({ order: null, orders: [{ ...order, status: 'pending', checkout }, declined] }))
    await screen.findByText(purchaseTexts.orderFailedTitle)
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('Failed to fetch')
    })
    await confirmed('Логіка')
    expect((await screen.findByRole('alert')).textContent).toBe(purchaseTexts.cancelFailed)
    fireEvent.click(button(purchaseTexts.payOnceMore)!)
    expect(await screen.findByText('Не вдалося відкрити оплату. Спробуйте ще раз.')).toBeDefined()
    fireEvent.click(button(purchaseTexts.pay)!)
    await vi.waitFor(() => expect(screen.getAllByText('Не вдалося відкрити оплату. Спробуйте ще раз.')).toHaveLength(2))
  })

  it('a press to pay once more submits no payment if the new order has another price', async () => {
    const submit = vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => undefined)
    open(Response.json({ order: { ...order, status: 'failed', can_pay_again: true } }))
    await screen.findByText(purchaseTexts.orderFailedTitle)
    const dearer = { ...order, purchase_id: 'o3', price: 19_900, status: 'pending', checkout }
    vi.stubGlobal('fetch', async () => Response.json(dearer))
    fireEvent.click(button(purchaseTexts.payOnceMore)!)
    await vi.waitFor(() => expect(client.getQueryData(['purchases', 'order', 'o3'])).toMatchObject({ price: 19_900 }))
    expect(submit).not.toHaveBeenCalled()
    submit.mockRestore()
  })

  it.each([
    ['there is none', () => Response.json({ order: null })],
    ['the server answers with 404', () => Response.json({ detail: 'Ні' }, { status: 404 })],
    ['the server answers with 400', () => Response.json({ detail: 'Ні' }, { status: 400 })],
  ])('the page shows no unpaid order if %s', async (_, reply) => {
    open(reply())
    await vi.waitFor(() => expect(client.isFetching()).toBe(0))
    expect(asked).toBe(1)
    expect(document.body.textContent).toBe('')
  })

  it('the page does not request unpaid orders before the purchases are known', () => {
    open(Response.json({ order: null }), false)
    expect(asked).toBe(0)
  })
})
