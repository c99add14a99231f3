import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import type { Checkout, Purchase, ShownPrice } from '#contract/purchase.ts'
import { ApiError } from '../http/api-error.ts'
import { paths } from '../paths.ts'
import { purchaseQueries, renewOwned } from '../queries/purchase-queries.ts'

/** Whether an order costs no more than was shown; where nothing was shown, anything. */
export function isAtMost(order: Pick<Purchase, 'price' | 'currency'>, shown: Omit<WantedTest, 'id'>): boolean {
  return shown.price == null || order.price === 0 || (order.price <= shown.price && order.currency === shown.currency)
}

/** What is ordered, with the price that the page says. */
interface WantedTest {
  id: string
  price?: number | null | undefined
  currency?: string | null | undefined
}

/**
 * Orders what `send` asks for under the idempotency key that it is given, one for each `wanted`: what is free is opened at
 * once, what is paid goes to the person's shelf, all else to the provider's page. Never at more than the page says: where the
 * price has changed, the page reads it again.
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
      // The server has judged this order: another try is another order.
      if (error instanceof ApiError && error.kind === 'reply' && error.status_code < 500) forgetPurchaseKey(wanted)
    },
  })
}

const storageKey = (testId: string) => `purchase_key:${testId}`

/** What a storage that is full or forbidden did not take: it lives as long as the page. */
const inMemory = new Map<string, string>()

/**
 * The key under which this test is being ordered. It is stored before the order is sent and kept until the order has
 * been answered: an order whose reply was lost is repeated under its own key and is never made twice.
 */
export function purchaseKey(testId: string): string {
  const known = storedKey(testId) ?? inMemory.get(testId)
  if (known !== undefined) return known
  const fresh = crypto.randomUUID()
  inMemory.set(testId, fresh)
  try {
    localStorage.setItem(storageKey(testId), fresh)
  } catch {
    // The server knows an order that stays open by its test as well.
  }
  return fresh
}

export function forgetPurchaseKey(testId: string): void {
  inMemory.delete(testId)
  try {
    localStorage.removeItem(storageKey(testId))
  } catch {
    // Nothing is kept where storage is forbidden.
  }
}

function storedKey(testId: string): string | undefined {
  try {
    return localStorage.getItem(storageKey(testId)) ?? undefined
  } catch {
    return undefined
  }
}

/** Leaves for the payment provider by sending its form, as the provider asks for it. */
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
