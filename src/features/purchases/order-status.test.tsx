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

describe('how an order stands', () => {
  it('is, for one that was paid and whose days are over, not that nobody paid in time', async () => {
    says({ status: 'expired', expiration_date: '2026-03-05T12:00:00.000Z' })
    open()
    await after(10)
    expect(screen.getByText(purchaseTexts.expiredTitle)).toBeDefined()
    expect(screen.queryByText(purchaseTexts.orderExpiredTitle)).toBeNull()
  })

  it('is, for one that nobody paid in time, that it is closed', async () => {
    says({ status: 'expired', expiration_date: null })
    open()
    await after(10)
    expect(screen.getByText(purchaseTexts.orderExpiredTitle)).toBeDefined()
  })

  it('is, for one whose payment was declined, that nothing was charged: this order can be paid once more, or its test opened', async () => {
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

  it('is, for one that waits for its payment, the way back to it from the start', async () => {
    says({ status: 'pending', checkout })
    open()
    await after(10)
    expect(screen.getByText(purchaseTexts.orderPending)).toBeDefined()
    expect(screen.getByRole('button', { name: purchaseTexts.continuePayment })).toBeDefined()
  })

  it('is, for one on whose payment a bank is at work, that: also later no page of payment is promised', async () => {
    says({ status: 'pending', payment_checking: true })
    open()
    await after(10)
    expect(screen.getByText(purchaseTexts.paymentCheckingTitle)).toBeDefined()
    await after(20_000)
    expect(screen.queryByText(purchaseTexts.orderSlow)).toBeNull()
  })

  it('is, for one whose page of payment is over, no advice to open that page again', async () => {
    says({ status: 'pending', checkout: null })
    open()
    await after(20_000)
    expect(screen.getByText(purchaseTexts.orderUnanswered)).toBeDefined()
    expect(screen.queryByText(purchaseTexts.orderSlow)).toBeNull()
  })

  it('is, for one that cannot be paid any more, where its test is sold', async () => {
    says({ status: 'failed', can_pay_again: false, test_slug: 'logika' })
    open()
    await after(10)
    expect(screen.queryByRole('button')).toBeNull()
    expect(screen.getByRole('link').getAttribute('href')).toBe('/tests/logika')
  })

  it.each([
    ['whose payment was declined', { status: 'failed', can_pay_again: true }],
    ['that nobody paid in time', { status: 'expired', expiration_date: null }],
  ])('is, for one of a bundle %s, a way to the page of that bundle', async (_, change) => {
    says({ ...change, test_slug: null, bundle_slug: 'usi-try', lines: [] })
    open()
    await after(10)
    const { textContent, href } = screen.getByRole('link') as HTMLAnchorElement
    expect([textContent, new URL(href).pathname]).toEqual(['До сторінки комплекту', '/bundles/usi-try'])
  })

  it('[S7.04] is asked for anew when a call hangs: the call is given up after 15 s, and counts as one', async () => {
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

  it('cannot be known over a lost network: one notice says so and stands until the server answers', async () => {
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

  it('stays on the page, with the way back to payment, when the network goes', async () => {
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
