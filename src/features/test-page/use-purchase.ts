import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { createPurchase } from '#contract/purchase.ts'
import { paths } from '../../paths.ts'
import { availableTestsQuery } from '../../queries/available-tests.ts'
import { purchaseQueries, renewOwned } from '../../queries/purchase-queries.ts'
import { ApiError } from '../../http/api-error.ts'
import { sessionRequest } from '../../session/session-request.ts'
import { sendCheckout } from '../../showcase/send-checkout.ts'
import { forgetPurchaseKey, purchaseKey } from './purchase-key.ts'

/** Orders a test: what is free is opened at once, what is paid goes to the person's shelf, all else to the provider's page. */
export function usePurchase(testId: string) {
  const navigate = useNavigate()
  const client = useQueryClient()
  return useMutation({
    mutationFn: () =>
      sessionRequest(createPurchase, { body: { test_id: testId, idempotency_key: purchaseKey(testId) } }),
    onSuccess: (purchase) => {
      forgetPurchaseKey(testId)
      client.setQueryData(purchaseQueries.order(purchase.purchase_id).queryKey, purchase)
      if (purchase.status === 'pending' && purchase.checkout) return sendCheckout(purchase.checkout)
      renewOwned(client)
      void client.invalidateQueries({ queryKey: availableTestsQuery().queryKey.slice(0, 2) })
      const isFree = purchase.status === 'paid' && purchase.price === 0
      const { test_id, purchase_id } = purchase
      void navigate(isFree ? paths.exam(test_id, purchase_id) : paths.order(purchase_id))
    },
    onError: (error) => {
      // The server has judged this order: another try is another order.
      if (error instanceof ApiError && error.kind === 'reply' && error.status_code < 500) forgetPurchaseKey(testId)
    },
  })
}
