import { queryOptions } from '@tanstack/react-query'
import { listBundles } from '#contract/bundle.ts'
import { sessionRequest } from '../session/session-request.ts'

/** Several tests for one price, as this person can buy them. Another server has no such call: then there are none. */
export const bundlesQuery = queryOptions({
  queryKey: ['tests', 'bundles'],
  queryFn: async ({ signal }) => (await sessionRequest(listBundles, {}, { signal })).results,
})
