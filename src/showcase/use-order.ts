import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import type { Purchase, ShownPrice } from '#contract/purchase.ts'
import { ApiError } from '../http/api-error.ts'
import { paths } from '../paths.ts'
import { purchaseQueries, renewOwned } from '../queries/purchase-queries.ts'
import { forgetPurchaseKey, purchaseKey } from './purchase-key.ts'
import { sendCheckout } from './send-checkout.ts'

/** Whether an order costs no more than was shown; where nothing was shown, anything. */
export function isAtMost(order: Pick<Purchase, 'price' | 'currency'>, shown: Omit<Wanted, 'id'>): boolean {
  return shown.price == null || order.price === 0 || (order.price <= shown.price && order.currency === shown.currency)
}

/** What is ordered, with the price that the page says. */
interface Wanted {
  id: string
  price?: number | null | undefined
  currency?: string | null | undefined
}

/**
 * Orders what `send` asks for under the idempotency key that it is given, one for each `wanted`: what is free is opened at
 * once, what is paid goes to the person's shelf, all else to the provider's page. Never at more than the page says: where the
 * price has changed, the page reads it anew.
 */
export function useOrder(
  { id: wanted, price, currency }: Wanted,
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
