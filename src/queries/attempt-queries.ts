import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ownedTests } from '#contract/purchase.ts'
import { sessionRequest } from '../session/session-request.ts'

/** The most pages to request: a server might never say that its list ends. */
const mostPages = 100

/** All purchases of the person: an exam's intro needs its own, on whichever page of the list it is. */
export const ownedTestQuery = queryOptions({
  queryKey: ['owned-tests'],
  queryFn: async ({ signal }) => {
    const ask = (query: Readonly<Record<string, string>>) => sessionRequest(ownedTests, { query }, { signal })
    const first = await ask({})
    const rows = new Map(first.results.map((row) => [row.id, row]))
    let { next } = first
    // `queries/next-page` would bring the shop's code along to the first question.
    for (let pages = 1; next != null && next.includes('?') && pages < mostPages; pages += 1) {
      const page = await ask(Object.fromEntries(new URLSearchParams(next.slice(next.indexOf('?')))))
      for (const row of page.results) rows.set(row.id, row)
      next = page.next
    }
    return { ...first, next: null, results: [...rows.values()] }
  },
  // A person who comes back to this tab may have begun or ended an exam on another device.
  refetchOnWindowFocus: true,
})

/** The beginnings of the keys of queries that a graded attempt changes. */
const touched = ['purchases', 'owned-tests', 'achievements', 'notifications', 'unread']

/** Invalidates the `touched` queries after a grade. */
export function refreshAfterGrade(client: QueryClient): void {
  for (const beginning of touched) void client.invalidateQueries({ queryKey: [beginning] })
}

/** Invalidates everything that the end of an exam or a training changes. */
export function useFreshAfterAttempt(): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    refreshAfterGrade(queryClient)
    void queryClient.invalidateQueries({ queryKey: ['test-results'] })
  }, [queryClient])
}
