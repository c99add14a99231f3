import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import { onWake } from '../../concurrency/wake.ts'
import { type Unreachable, unreachable } from '../../http/api-error.ts'

/** What is on the screen although the server could not be asked: since when it is known, and why it is not newer. */
export interface Staleness {
  /** Milliseconds since 1970 by this device, of the oldest part. */
  readonly savedAt: number
  readonly reason: Unreachable
}

/** Not part of the page that is being read: the frame around it, the texts in windows over it, an exam's own facts. */
const apart = new Set<unknown>(['footer', 'unread', 'legal', 'owned-tests', 'exam-build'])

/** How old what the page shows is, or what the query `of` shows; null while the server answers. */
export function stalenessOf(client: QueryClient, of?: QueryKey): Staleness | null {
  const stale = staleQueries(client, of)
  if (stale.length === 0) return null
  const savedAt = Math.min(...stale.map(({ state }) => state.dataUpdatedAt))
  return { savedAt, reason: stale.some((query) => reasonOf(query) === 'network') ? 'network' : 'server' }
}

/** Queries that somebody is looking at, whose last try did not reach the server. */
function staleQueries(client: QueryClient, of?: QueryKey): Query[] {
  const found = client.getQueryCache().findAll(of === undefined ? { type: 'active' } : { queryKey: of, type: 'active' })
  return found.filter(
    (query) =>
      (of !== undefined || !apart.has(query.queryKey[0])) && query.state.data !== undefined && reasonOf(query) !== null,
  )
}

/** The first failed try counts: nobody waits for the last to be told. */
function reasonOf({ state }: Query): Unreachable | null {
  return unreachable(state.fetchFailureReason ?? state.error)
}

/** Asks again for what is on the screen and could not be renewed. The outcome is in the state of each query. */
export function refreshStale(client: QueryClient, of?: QueryKey): void {
  const stale = new Set(staleQueries(client, of))
  void client.refetchQueries({ predicate: (query) => stale.has(query) })
}

/** Does so when the network or the person comes back. */
export function refreshOnReturn(client: QueryClient): void {
  onWake(['online', 'visible'], () => refreshStale(client))
}
