import { queryOptions } from '@tanstack/react-query'
import { ownedTests } from '#contract/purchase.ts'
import { sessionRequest } from '../session/session-request.ts'

/** The purchases on one's shelf; the intro of an exam needs the one it is about. */
export const ownedTestQuery = queryOptions({
  queryKey: ['owned-tests'],
  queryFn: ({ signal }) => sessionRequest(ownedTests, {}, { signal }),
})
