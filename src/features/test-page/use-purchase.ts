import type { Test } from '#contract/catalog.ts'
import { createPurchase } from '#contract/purchase.ts'
import { sessionRequest } from '../../session/session-request.ts'
import { useOrder } from '../../showcase/use-order.ts'

/** Orders a test, as `useOrder` says. */
export function usePurchase(test: Test) {
  return useOrder(test, (order) => sessionRequest(createPurchase, { body: { test_id: test.id, ...order } }))
}
