import { queryOptions } from '@tanstack/react-query'
import { listExamples, listFaq } from '#contract/reading.ts'
import { emptyList, whereKnown } from '../http/api-error.ts'
import { sessionRequest } from '../session/session-request.ts'

/** The published examples with their keys. */
export const exampleQueries = {
  all: () =>
    queryOptions({
      queryKey: ['examples'],
      queryFn: ({ signal }) => whereKnown(sessionRequest(listExamples, {}, { signal }), emptyList),
      staleTime: Number.POSITIVE_INFINITY,
    }),
}

export const faqQuery = queryOptions({
  queryKey: ['faq'],
  queryFn: ({ signal }) => whereKnown(sessionRequest(listFaq, {}, { signal }), emptyList),
  staleTime: Number.POSITIVE_INFINITY,
})
