import { queryOptions } from '@tanstack/react-query'
import { listFaq } from '#contract/reading.ts'
import { emptyList, whereKnown } from '../http/where-known.ts'
import { sessionRequest } from '../session/session-request.ts'

/** All questions with their answers. */
export const faqQuery = queryOptions({
  queryKey: ['faq'],
  queryFn: ({ signal }) => whereKnown(sessionRequest(listFaq, {}, { signal }), emptyList),
  staleTime: Number.POSITIVE_INFINITY,
})
