import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

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
