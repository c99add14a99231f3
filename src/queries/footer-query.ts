import { queryOptions } from '@tanstack/react-query'
import { readFooter } from '#contract/footer.ts'
import { sessionRequest } from '../session/session-request.ts'

/** The contacts and the seller; they hold for the whole visit. */
export const footerQuery = queryOptions({
  queryKey: ['footer'],
  queryFn: ({ signal }) => sessionRequest(readFooter, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})
