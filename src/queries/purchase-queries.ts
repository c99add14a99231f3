import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { ExpiredPurchase } from '#contract/legal.ts'
import { ownedTests, type Purchase, readOpenOrder, readPurchase } from '#contract/purchase.ts'
import { isMissing } from '../http/api-error.ts'
import { tryTimeoutMs } from '../http/send.ts'
import { sessionRequest } from '../session/session-request.ts'
import { nextPage, type PageFilters } from './next-page.ts'

/** What the person bought, and the state of an order. */
export const purchaseQueries = {
  owned: () =>
    infiniteQueryOptions({
      queryKey: ['purchases', 'owned'],
      queryFn: ({ pageParam, signal }) => sessionRequest(ownedTests, { query: pageParam }, { signal }),
      initialPageParam: {} as PageFilters,
      getNextPageParam: nextPage,
      // Who comes back to this tab may have begun or ended an exam on another device meanwhile.
      refetchOnWindowFocus: true,
    }),
  /**
   * What a legal reply has said of purchases whose time is over (S3.10). There is no call for it: it is kept for the next page
   * load, and never asked.
   */
  expired: () =>
    queryOptions({
      queryKey: ['purchases', 'expired'],
      queryFn: ({ client }): ExpiredPurchase[] => client.getQueryData(['purchases', 'expired']) ?? [],
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: Number.POSITIVE_INFINITY,
    }),
  /** The orders that are not settled, the newest first; none from a server that does not tell. */
  openOrders: () =>
    queryOptions({
      queryKey: ['purchases', 'open'],
      queryFn: async ({ signal }): Promise<Purchase[]> => {
        try {
          const { order, orders } = await sessionRequest(readOpenOrder, {}, { signal })
          return orders ?? (order === null ? [] : [order])
        } catch (error) {
          if (isMissing(error)) return []
          throw error
        }
      },
    }),
  order: (id: string) =>
    queryOptions({
      queryKey: ['purchases', 'order', id],
      // It is asked again and again: one call that hangs must not keep the others (S7.04).
      queryFn: ({ signal }) => sessionRequest(readPurchase, { params: { id } }, { signal, timeout: tryTimeoutMs }),
    }),
}

/** Something has been bought: what the shelf knows is old now, and what the intros of exams and trainings read of it. */
export function renewOwned(client: QueryClient): void {
  for (const queryKey of [['purchases', 'owned'], ['purchases', 'open'], ['owned-tests'], ['tests', 'bundles']]) {
    // A first fetch that is under way is not begun again by an invalidation, and may have been read before the purchase.
    void client.cancelQueries({ queryKey })
    void client.invalidateQueries({ queryKey })
  }
}
