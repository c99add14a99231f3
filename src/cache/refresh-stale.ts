import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { staleQueries } from './staleness.ts'

/** Asks anew for what is on the screen and could not be renewed. What comes of it is in the state of each query. */
export function refreshStale(client: QueryClient, of?: QueryKey): void {
  const stale = new Set(staleQueries(client, of))
  void client.refetchQueries({ predicate: (query) => stale.has(query) })
}

/** Does so when the network or the person comes back. */
export function refreshOnReturn(client: QueryClient): void {
  window.addEventListener('online', () => refreshStale(client))
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') refreshStale(client)
  })
}
