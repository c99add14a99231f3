import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ownedTests } from '#contract/purchase.ts'
import { sessionRequest } from '../session/session-request.ts'

/** A server that never says that its list ends is asked for no more pages than these. */
const mostPages = 100

/** All purchases on one's shelf; the intro of an exam needs the one it is about, whichever page of the list has it. */
export const ownedTestQuery = queryOptions({
  queryKey: ['owned-tests'],
  queryFn: async ({ signal }) => {
    const ask = (query: Readonly<Record<string, string>>) => sessionRequest(ownedTests, { query }, { signal })
    const first = await ask({})
    const rows = new Map(first.results.map((row) => [row.id, row]))
    let { next } = first
    // What reads pages for the lists (`queries/next-page`) would bring the shop's code along to the first question.
    for (let pages = 1; next != null && next.includes('?') && pages < mostPages; pages += 1) {
      const page = await ask(Object.fromEntries(new URLSearchParams(next.slice(next.indexOf('?')))))
      for (const row of page.results) rows.set(row.id, row)
      next = page.next
    }
    return { ...first, next: null, results: [...rows.values()] }
  },
  // Who comes back to this tab may have begun or ended an exam on another device meanwhile.
  refetchOnWindowFocus: true,
})

/** What a graded attempt changes, by the beginnings of the queries' keys. */
const touched = ['purchases', 'owned-tests', 'achievements', 'notifications', 'unread']

/** A grade has just come: what the cache has of these queries is old now. */
export function refreshAfterGrade(client: QueryClient): void {
  for (const beginning of touched) void client.invalidateQueries({ queryKey: [beginning] })
}

/** An exam or a training has just ended: what the cache knew of it is old now. */
export function useFreshAfterAttempt(): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    refreshAfterGrade(queryClient)
    void queryClient.invalidateQueries({ queryKey: ['test-results'] })
  }, [queryClient])
}
