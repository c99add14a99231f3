// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { purchaseTexts } from '../../messages/purchases.ts'
import { uiTexts } from '../../messages/ui-texts.ts'
import { queryDefaults } from '../../queries/query-client.ts'
import { UiTextsContext } from '../../ui/ui-texts.ts'
import { OrderStatus } from './order-status.tsx'

let client: QueryClient
let answer: () => Response

beforeEach(() => {
  vi.useFakeTimers()
  client = new QueryClient({ defaultOptions: queryDefaults })
  vi.stubGlobal('fetch', async () => answer())
})

afterEach(() => {
  cleanup()
  client.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const order = { purchase_id: 'o1', test_id: 't1', purchase_card_title: 'Логіка', price: 14900, currency: 'UAH' }
const checkout = { provider: 'liqpay', method: 'POST', url: 'https://pay.example/', fields: {} } as const
const says = (change: object) => {
  answer = () => Response.json({ ...order, ...change })
}
const falls = () => {
  answer = () => {
    throw new TypeError('Failed to fetch')
  }
}
const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

const open = () =>
  render(
    <QueryClientProvider client={client}>
      <UiTextsContext value={uiTexts}>
        <MemoryRouter>
          <OrderStatus purchaseId="o1" />
        </MemoryRouter>
      </UiTextsContext>
    </QueryClientProvider>,
  )

describe('the page of an order', () => {
  it('the page of a paid order whose days are over says that it expired, not that nobody paid in time', async () => {
    says({ status: 'expired', expiration_date: '2026-03-05T12:00:00.000Z' })
    open()
    await after(10)
    expect(screen.getByText(purchaseTexts.expiredTitle)).toBeDefined()
    expect(screen.queryByText(purchaseTexts.orderExpiredTitle)).toBeNull()
  })

  it('the page of an order that nobody paid in time says that it is closed', async () => {
    says({ status: 'expired', expiration_date: null })
    open()
    await after(10)
    expect(screen.getByText(purchaseTexts.orderExpiredTitle)).toBeDefined()
  })

  it('the page of an order with a declined payment says that nothing was charged, links to its test and lets the person pay again', async () => {
    says({ status: 'failed', can_pay_again: true, test_slug: 'logika' })
    open()
    await after(10)
    expect(screen.getByRole('alert').textContent).toMatch(/Гроші не списано.*«Логіка», 149\s₴/)
    expect(screen.getByRole('link').getAttribute('href')).toBe('/tests/logika')
    says({ status: 'paid', purchase_id: 'o1' })
    fireEvent.click(screen.getByRole('button', { name: 'Спробувати оплатити ще раз' }))
    await after(10)
    expect(screen.getByText(purchaseTexts.orderPaidTitle)).toBeDefined()
  })

  it('the page of an order that waits for its payment offers the way back to the payment from the start', async () => {
    says({ status: 'pending', checkout })
    open()
    await after(10)
    expect(screen.getByText(purchaseTexts.orderPending)).toBeDefined()
    expect(screen.getByRole('button', { name: purchaseTexts.continuePayment })).toBeDefined()
  })

  it('the page of an order whose payment a bank checks says so, and promises no payment page 20 s later', async () => {
    says({ status: 'pending', payment_checking: true })
    open()
    await after(10)
    expect(screen.getByText(purchaseTexts.paymentCheckingTitle)).toBeDefined()
    await after(20_000)
    expect(screen.queryByText(purchaseTexts.orderSlow)).toBeNull()
  })

  it('the page of an order whose payment page has ended does not advise to open that page again', async () => {
    says({ status: 'pending', checkout: null })
    open()
    await after(20_000)
    expect(screen.getByText(purchaseTexts.orderUnanswered)).toBeDefined()
    expect(screen.queryByText(purchaseTexts.orderSlow)).toBeNull()
  })

  it('the page of an order that cannot be paid any more links to the test on sale', async () => {
    says({ status: 'failed', can_pay_again: false, test_slug: 'logika' })
    open()
    await after(10)
    expect(screen.queryByRole('button')).toBeNull()
    expect(screen.getByRole('link').getAttribute('href')).toBe('/tests/logika')
  })

  it.each([
    ['whose payment was declined', { status: 'failed', can_pay_again: true }],
    ['that nobody paid in time', { status: 'expired', expiration_date: null }],
  ])('the page of an order of a bundle %s links to the page of that bundle', async (_, change) => {
    says({ ...change, test_slug: null, bundle_slug: 'usi-try', lines: [] })
    open()
    await after(10)
    const { textContent, href } = screen.getByRole('link') as HTMLAnchorElement
    expect([textContent, new URL(href).pathname]).toEqual(['До сторінки комплекту', '/bundles/usi-try'])
  })

  it('[S7.04] the page of an order aborts a hanging call after 15 s, makes no other call meanwhile, and asks again', async () => {
    says({ status: 'pending', checkout })
    open()
    await after(10)
    const hanging: AbortSignal[] = []
    vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
      hanging.push(signal!)
      return new Promise((_resolve, reject) => signal!.addEventListener('abort', () => reject(signal!.reason)))
    })
    await after(2_000)
    expect(hanging.length).toBeGreaterThan(0)
    await after(14_000)
    expect(hanging.map(({ aborted }) => aborted)).toEqual([false])
    vi.stubGlobal('fetch', async () => answer())
    says({ status: 'paid' })
    await after(1_500)
    expect(hanging[0]!.reason).toMatchObject({ name: 'TimeoutError' })
    await after(10_000)
    expect(screen.getByText(purchaseTexts.orderPaidTitle)).toBeDefined()
  })

  it.each([
    ['asks again after a 408', 408],
    ['does not ask again after a 404', 404],
  ])('the page of an order %s', async (_, status) => {
    answer = () => Response.json({ code: 'refused', detail: 'Ні', status_code: status }, { status })
    open()
    await after(10)
    says({ status: 'paid' })
    await after(60_000)
    expect(screen.queryByText(purchaseTexts.orderPaidTitle) === null).toBe(status === 404)
  })

  it('the page of an order shows one steady notice of a lost network until the server answers', async () => {
    falls()
    open()
    await after(10_000)
    const notice = screen.getByRole('alert')
    expect(notice.textContent).toContain(purchaseTexts.orderLost)
    for (let step = 0; step < 50; step += 1) {
      await after(300)
      expect(screen.getByRole('alert')).toBe(notice)
      expect(screen.queryByText(uiTexts.loading)).toBeNull()
    }
    says({ status: 'paid' })
    await after(10_000)
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.getByText(purchaseTexts.orderPaidTitle)).toBeDefined()
  })

  it('the page of an unpaid order keeps its order and the way back to the payment if the network fails', async () => {
    says({ status: 'pending', checkout })
    open()
    await after(15_000)
    expect(screen.getByText(purchaseTexts.orderSlow)).toBeDefined()
    falls()
    await after(60_000)
    expect(screen.getByText(purchaseTexts.orderSlow)).toBeDefined()
    expect(screen.getByText(purchaseTexts.continuePayment)).toBeDefined()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
