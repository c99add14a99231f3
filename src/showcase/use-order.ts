import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import type { Purchase } from '#contract/purchase.ts'
import { ApiError } from '../http/api-error.ts'
import { paths } from '../paths.ts'
import { purchaseQueries, renewOwned } from '../queries/purchase-queries.ts'
import { forgetPurchaseKey, purchaseKey } from './purchase-key.ts'
import { sendCheckout } from './send-checkout.ts'

/**
 * Orders what `send` asks for under the idempotency key that it is given, one for each `wanted` (an id): what is free is
 * opened at once, what is paid goes to the person's shelf, all else to the provider's page.
 */
export function useOrder(wanted: string, send: (idempotencyKey: string) => Promise<Purchase>) {
  const navigate = useNavigate()
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => send(purchaseKey(wanted)),
    onSuccess: (purchase) => {
      forgetPurchaseKey(wanted)
      client.setQueryData(purchaseQueries.order(purchase.purchase_id).queryKey, purchase)
      if (purchase.status === 'pending' && purchase.checkout) return sendCheckout(purchase.checkout)
      renewOwned(client)
      void client.invalidateQueries({ queryKey: ['tests'] })
      const isFree = purchase.status === 'paid' && purchase.price === 0
      const { test_id, purchase_id } = purchase
      void navigate(isFree ? paths.exam(test_id, purchase_id) : paths.order(purchase_id))
    },
    onError: (error) => {
      // The server has judged this order: another try is another order.
      if (error instanceof ApiError && error.kind === 'reply' && error.status_code < 500) forgetPurchaseKey(wanted)
    },
  })
}
