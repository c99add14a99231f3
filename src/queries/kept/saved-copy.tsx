import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { lazyPiece, usePiece } from '../../ui/piece/piece.ts'
import { refreshStale, stalenessOf } from './staleness.ts'

const nothing = () => null

/** While the server is unreachable: how old the page, or the query `of`, is. Else nothing. */
export function SavedCopy({ of }: { of?: QueryKey }) {
  const client = useQueryClient()
  const subscribe = useCallback((listener: () => void) => client.getQueryCache().subscribe(listener), [client])
  // A string, so that a change of the cache renders only if the age changed.
  const age = () => {
    const staleness = stalenessOf(client, of)
    return staleness === null ? null : `${staleness.reason} ${staleness.savedAt}`
  }
  const seen = useSyncExternalStore(subscribe, age, nothing)
  const staleness = seen === null ? null : stalenessOf(client, of)
  const { Piece: Line } = usePiece(savedCopyLine, staleness !== null)
  return staleness && Line && <Line {...staleness} onAskAgain={() => refreshStale(client, of)} />
}

/** The line about the age. It must be loaded before the server is unreachable: `main.tsx` prepares it. */
export const savedCopyLine = lazyPiece(() => import('./saved-copy-line.tsx').then((m) => m.SavedCopyLine))
