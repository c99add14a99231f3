import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { ExpiredPurchase } from '#contract/legal.ts'
import { ownedTests, readPurchase } from '#contract/purchase.ts'
import { sessionRequest } from '../session/session-request.ts'
import { nextPage, type PageFilters } from './next-page.ts'

/** What the person bought, and how an order stands. */
export const purchaseQueries = {
  owned: () =>
    infiniteQueryOptions({
      queryKey: ['purchases', 'owned'],
      queryFn: ({ pageParam, signal }) => sessionRequest(ownedTests, { query: pageParam }, { signal }),
      initialPageParam: {} as PageFilters,
      getNextPageParam: nextPage,
    }),
  /** What a legal reply has said of purchases whose time is over (S3.10). There is no call for it: it is kept for the next page load, and never asked. */
  expired: () =>
    queryOptions({
      queryKey: ['purchases', 'expired'],
      queryFn: ({ client }): ExpiredPurchase[] => client.getQueryData(['purchases', 'expired']) ?? [],
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: Number.POSITIVE_INFINITY,
    }),
  order: (id: string) =>
    queryOptions({
      queryKey: ['purchases', 'order', id],
      queryFn: ({ signal }) => sessionRequest(readPurchase, { params: { id } }, { signal }),
    }),
}

/** Something has been bought: what the shelf knows is old now, and what the intros of exams and trainings read of it. */
export function renewOwned(client: QueryClient): void {
  for (const queryKey of [['purchases', 'owned'], ['owned-tests']]) {
    // One that is on its way for the first time would be taken as it comes, and may have been read before the purchase.
    void client.cancelQueries({ queryKey })
    void client.invalidateQueries({ queryKey })
  }
}
