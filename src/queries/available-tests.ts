import { queryOptions } from '@tanstack/react-query'
import { availableTests, type TestFilters } from '#contract/catalog.ts'
import type * as z from 'zod/mini'
import { sessionRequest } from '../session/session-request.ts'

type Filters = z.input<typeof TestFilters>

export const availableTestsQuery = (filters: Filters = {}) =>
  queryOptions({
    queryKey: ['tests', 'available', filters],
    queryFn: ({ signal }) => sessionRequest(availableTests, { query: filters }, { signal }),
  })
