import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import { onWake } from '../../concurrency/wake.ts'
import { type Unreachable, unreachable } from '../../http/api-error.ts'

/** Shown data that could not be renewed. */
export interface Staleness {
  /** When the oldest part was fetched: milliseconds since 1970 by this device. */
  readonly savedAt: number
  readonly reason: Unreachable
}

/** Not part of the page's text: the frame, the texts in dialogs, an exam's own facts. */
const apart = new Set<unknown>(['footer', 'unread', 'legal', 'owned-tests', 'exam-build'])

/** How old the page, or the query `of`, is; null while the server replies. */
export function stalenessOf(client: QueryClient, of?: QueryKey): Staleness | null {
  const stale = staleQueries(client, of)
  if (stale.length === 0) return null
  const savedAt = Math.min(...stale.map(({ state }) => state.dataUpdatedAt))
  return { savedAt, reason: stale.some((query) => reasonOf(query) === 'network') ? 'network' : 'server' }
}

/** Queries on the screen whose last try did not reach the server. */
function staleQueries(client: QueryClient, of?: QueryKey): Query[] {
  const found = client.getQueryCache().findAll(of === undefined ? { type: 'active' } : { queryKey: of, type: 'active' })
  return found.filter(
    (query) =>
      (of !== undefined || !apart.has(query.queryKey[0])) && query.state.data !== undefined && reasonOf(query) !== null,
  )
}

/** The first failed try counts: the person need not wait for the last one. */
function reasonOf({ state }: Query): Unreachable | null {
  return unreachable(state.fetchFailureReason ?? state.error)
}

/** Requests again the shown data that could not be renewed. The outcome is in each query's state. */
export function refreshStale(client: QueryClient, of?: QueryKey): void {
  const stale = new Set(staleQueries(client, of))
  void client.refetchQueries({ predicate: (query) => stale.has(query) })
}

/** `refreshStale`, when the network or the person comes back. */
export function refreshOnReturn(client: QueryClient): void {
  onWake(['online', 'visible'], () => refreshStale(client))
}
