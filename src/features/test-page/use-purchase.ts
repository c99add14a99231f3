import { createPurchase } from '#contract/purchase.ts'
import { sessionRequest } from '../../session/session-request.ts'
import { useOrder } from '../../showcase/use-order.ts'

/** Orders a test, as `useOrder` says. */
export function usePurchase(testId: string) {
  return useOrder(testId, (idempotency_key) =>
    sessionRequest(createPurchase, { body: { test_id: testId, idempotency_key } }),
  )
}
