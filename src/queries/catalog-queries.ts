import { queryOptions } from '@tanstack/react-query'
import { availableTests, type TestFilters } from '#contract/catalog.ts'
import { testInfo, testInfoBySlug } from '#contract/test-info.ts'
import type * as z from 'zod/mini'
import { sessionRequest } from '../session/session-request.ts'

type Filters = z.input<typeof TestFilters>

/** Tests on sale and what is written about them. */
export const catalogQueries = {
  available: (filters: Filters = {}) =>
    queryOptions({
      queryKey: ['tests', 'available', filters],
      queryFn: ({ signal }) => sessionRequest(availableTests, { query: filters }, { signal }),
    }),
  infoBySlug: (slug: string) =>
    queryOptions({
      queryKey: ['tests', 'info', slug],
      queryFn: ({ signal }) => sessionRequest(testInfoBySlug, { query: { slug } }, { signal }),
      staleTime: Number.POSITIVE_INFINITY,
    }),
  info: (id: string) =>
    queryOptions({
      queryKey: ['tests', 'info-by-id', id],
      queryFn: ({ signal }) => sessionRequest(testInfo, { params: { id } }, { signal }),
      staleTime: Number.POSITIVE_INFINITY,
    }),
}
