import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { availableTests, searchTests, type Test } from '#contract/catalog.ts'
import { slugOfType, testInfo, testInfoBySlug } from '#contract/test-info.ts'
import { isMissing } from '../http/api-error.ts'
import { sessionRequest } from '../session/session-request.ts'
import { nextPage, type PageFilters } from './next-page.ts'

export const catalogQueries = {
  /** Page by page; with a search term by the search call (S7.23). */
  pages: (filters: PageFilters) =>
    infiniteQueryOptions({
      queryKey: ['tests', filters.search ? 'search' : 'available', 'pages', filters],
      queryFn: ({ pageParam, signal }) => {
        const query = { ...filters, ...pageParam }
        return filters.search
          ? sessionRequest(searchTests, { query }, { signal })
          : sessionRequest(availableTests, { query }, { signal })
      },
      initialPageParam: {} as PageFilters,
      getNextPageParam: nextPage,
    }),
  info: ({ id, slug }: Pick<Test, 'id' | 'slug'>) =>
    queryOptions({
      queryKey: ['tests', 'info', slug ?? id],
      queryFn: ({ signal }) => readInfo(id, slug, signal),
      staleTime: Number.POSITIVE_INFINITY,
    }),
}

/** By slug (S7.40); a server without that call has the specification's call by id. */
async function readInfo(id: string, slug: string | null | undefined, signal: AbortSignal) {
  const byId = () => sessionRequest(testInfo, { params: { id } }, { signal })
  if (slug == null) return byId()
  try {
    return await sessionRequest(testInfoBySlug, { query: { slug: slugOfType(slug) } }, { signal })
  } catch (error) {
    if (isMissing(error)) return byId()
    throw error
  }
}
