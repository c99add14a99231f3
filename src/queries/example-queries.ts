import { queryOptions } from '@tanstack/react-query'
import { listExamples } from '#contract/reading.ts'
import { emptyList, whereKnown } from '../http/where-known.ts'
import { sessionRequest } from '../session/session-request.ts'

/** The published items with their keys. */
export const exampleQueries = {
  all: () =>
    queryOptions({
      queryKey: ['examples'],
      queryFn: ({ signal }) => whereKnown(sessionRequest(listExamples, {}, { signal }), emptyList),
      staleTime: Number.POSITIVE_INFINITY,
    }),
}
