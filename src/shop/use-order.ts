import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import type { Checkout, Purchase, ShownPrice } from '#contract/purchase.ts'
import { ApiError } from '../http/api-error.ts'
import { paths } from '../paths.ts'
import { purchaseQueries, renewOwned } from '../queries/purchase-queries.ts'

/** Whether an order costs no more than the page showed; true if it showed no price. */
export function isAtMost(order: Pick<Purchase, 'price' | 'currency'>, shown: Omit<WantedTest, 'id'>): boolean {
  return shown.price == null || order.price === 0 || (order.price <= shown.price && order.currency === shown.currency)
}

/** The ordered thing, with the price that the page shows. */
interface WantedTest {
  id: string
  price?: number | null | undefined
  currency?: string | null | undefined
}

/**
 * Places an order by `send`, with one idempotency key for each `wanted`. A free test opens immediately, a paid order leads to the
 * shelf, any other to the provider's page. Nobody pays more than the shown price: if it has changed, the page reads it again.
 */
export function useOrder(
  { id: wanted, price, currency }: WantedTest,
  send: (order: ShownPrice & { idempotency_key: string }) => Promise<Purchase>,
) {
  const navigate = useNavigate()
  const client = useQueryClient()
  return useMutation({
    mutationFn: () =>
      send({
        idempotency_key: purchaseKey(wanted),
        ...(price != null && { shown_price: price }),
        ...(currency != null && { shown_currency: currency }),
      }),
    onSuccess: (purchase) => {
      forgetPurchaseKey(wanted)
      client.setQueryData(purchaseQueries.order(purchase.purchase_id).queryKey, purchase)
      if (purchase.status === 'pending' && purchase.checkout && isAtMost(purchase, { price, currency })) {
        return sendCheckout(purchase.checkout)
      }
      renewOwned(client)
      void client.invalidateQueries({ queryKey: ['tests'] })
      const isFree = purchase.status === 'paid' && purchase.price === 0
      const { test_id, purchase_id } = purchase
      void navigate(isFree ? paths.exam(test_id, purchase_id) : paths.order(purchase_id))
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'price_changed') {
        void client.invalidateQueries({ queryKey: ['tests'] })
      }
      // The server has decided on this order: another try is another order.
      if (error instanceof ApiError && error.kind === 'reply' && error.status_code < 500) forgetPurchaseKey(wanted)
    },
  })
}

const storageKey = (testId: string) => `purchase_key:${testId}`

/** Keys that a full or forbidden storage did not take: they live as long as the page. */
const inMemory = new Map<string, string>()

/** The order's idempotency key, stored from before the call until a reply: an order whose reply was lost is never made twice. */
export function purchaseKey(testId: string): string {
  const known = storedKey(testId) ?? inMemory.get(testId)
  if (known !== undefined) return known
  const fresh = crypto.randomUUID()
  inMemory.set(testId, fresh)
  try {
    localStorage.setItem(storageKey(testId), fresh)
  } catch {
    // The server also recognises an open order by its test.
  }
  return fresh
}

export function forgetPurchaseKey(testId: string): void {
  inMemory.delete(testId)
  try {
    localStorage.removeItem(storageKey(testId))
  } catch {
    // Nothing is stored if storage is forbidden.
  }
}

function storedKey(testId: string): string | undefined {
  try {
    return localStorage.getItem(storageKey(testId)) ?? undefined
  } catch {
    return undefined
  }
}

/** Leaves for the payment provider by sending its form. */
export function sendCheckout({ method, url, fields }: Checkout): void {
  const form = document.createElement('form')
  form.method = method
  form.action = url
  form.hidden = true
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input')
    input.type = 'hidden'
    input.name = name
    input.value = value
    form.append(input)
  }
  document.body.append(form)
  form.submit()
}
