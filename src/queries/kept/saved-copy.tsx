import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { lazyPiece, usePiece } from '../../ui/piece/piece.ts'
import { refreshStale, stalenessOf } from './staleness.ts'

const nothing = () => null

/** Says quietly how old the page is, or what the query `of` shows, while the server cannot be reached; else nothing. */
export function SavedCopy({ of }: { of?: QueryKey }) {
  const client = useQueryClient()
  const subscribe = useCallback((listener: () => void) => client.getQueryCache().subscribe(listener), [client])
  // A string, so that the many changes of the cache that change nothing here draw nothing.
  const age = () => {
    const staleness = stalenessOf(client, of)
    return staleness === null ? null : `${staleness.reason} ${staleness.savedAt}`
  }
  const seen = useSyncExternalStore(subscribe, age, nothing)
  const staleness = seen === null ? null : stalenessOf(client, of)
  const { Piece: Line } = usePiece(savedCopyLine, staleness !== null)
  return staleness && Line && <Line {...staleness} onAskAgain={() => refreshStale(client, of)} />
}

/**
 * The line of an old page. It is shown when the server cannot be reached, and so must have come before: the start of the
 * site prepares it.
 */
export const savedCopyLine = lazyPiece(() => import('./saved-copy-line.tsx').then((m) => m.SavedCopyLine))
