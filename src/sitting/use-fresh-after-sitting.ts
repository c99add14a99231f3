import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/** What a graded attempt changes, by the beginnings of the queries' keys. */
const touched = ['purchases', 'owned-tests', 'test-results', 'achievements', 'notifications', 'unread']

/** An exam or a training has just ended: what the cache knew of these is old now. */
export function useFreshAfterSitting(): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    for (const known of touched) void queryClient.invalidateQueries({ queryKey: [known] })
  }, [queryClient])
}
