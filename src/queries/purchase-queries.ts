import { queryOptions } from '@tanstack/react-query'
import { ownedTests, readPurchase } from '#contract/purchase.ts'
import { sessionRequest } from '../session/session-request.ts'

/** What the person bought, and how an order stands. */
export const purchaseQueries = {
  owned: () =>
    queryOptions({
      queryKey: ['purchases', 'owned'],
      queryFn: ({ signal }) => sessionRequest(ownedTests, {}, { signal }),
    }),
  order: (id: string) =>
    queryOptions({
      queryKey: ['purchases', 'order', id],
      queryFn: ({ signal }) => sessionRequest(readPurchase, { params: { id } }, { signal }),
    }),
}
