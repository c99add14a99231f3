import { queryOptions } from '@tanstack/react-query'
import { ownedTests } from '#contract/purchase.ts'
import { sessionRequest } from '../session/session-request.ts'
import { nextPage, type PageFilters, rowsOf } from './next-page.ts'

/** A server that never says that its list ends is asked for no more pages than these. */
const mostPages = 100

/** All purchases on one's shelf; the intro of an exam needs the one it is about, whichever page of the list has it. */
export const ownedTestQuery = queryOptions({
  queryKey: ['owned-tests'],
  queryFn: async ({ signal }) => {
    const ask = (query: PageFilters) => sessionRequest(ownedTests, { query }, { signal })
    const first = await ask({})
    const pages = [first]
    for (let next = nextPage(first); next !== undefined && pages.length < mostPages; next = nextPage(pages.at(-1)!)) {
      pages.push(await ask(next))
    }
    return { ...first, next: null, results: rowsOf({ pages, pageParams: [] }) }
  },
})
