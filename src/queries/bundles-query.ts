import { queryOptions } from '@tanstack/react-query'
import { listBundles } from '#contract/bundle.ts'
import { sessionRequest } from '../session/session-request.ts'

/** Bundles, as this person can buy them. */
export const bundlesQuery = queryOptions({
  queryKey: ['tests', 'bundles'],
  queryFn: async ({ signal }) => (await sessionRequest(listBundles, {}, { signal })).results,
})
