import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { ExpiredPurchase } from '#contract/legal.ts'
import { ownedTests, type Purchase, readOpenOrder, readPurchase } from '#contract/purchase.ts'
import { isMissing } from '../http/api-error.ts'
import { tryTimeoutMs } from '../http/send.ts'
import { sessionRequest } from '../session/session-request.ts'
import { nextPage, type PageFilters } from './next-page.ts'

export const purchaseQueries = {
  owned: () =>
    infiniteQueryOptions({
      queryKey: ['purchases', 'owned'],
      queryFn: ({ pageParam, signal }) => sessionRequest(ownedTests, { query: pageParam }, { signal }),
      initialPageParam: {} as PageFilters,
      getNextPageParam: nextPage,
      // A person who comes back to this tab may have begun or ended an exam on another device.
      refetchOnWindowFocus: true,
    }),
  /** Expired purchases, as a legal reply named them (S3.10). No call fetches them: they are kept for the next page load. */
  expired: () =>
    queryOptions({
      queryKey: ['purchases', 'expired'],
      queryFn: ({ client }): ExpiredPurchase[] => client.getQueryData(['purchases', 'expired']) ?? [],
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: Number.POSITIVE_INFINITY,
    }),
  /** The open orders, newest first; none from a server without this call. */
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
      // Polled: one call that hangs must not hold up the next ones (S7.04).
      queryFn: ({ signal }) => sessionRequest(readPurchase, { params: { id } }, { signal, timeout: tryTimeoutMs }),
    }),
}

/** Invalidates what a purchase changes, for the shelf and for the intros of exams and trainings. */
export function renewOwned(client: QueryClient): void {
  for (const queryKey of [['purchases', 'owned'], ['purchases', 'open'], ['owned-tests'], ['tests', 'bundles']]) {
    // An invalidation does not restart a first fetch, whose reply may be older than the purchase.
    void client.cancelQueries({ queryKey })
    void client.invalidateQueries({ queryKey })
  }
}
