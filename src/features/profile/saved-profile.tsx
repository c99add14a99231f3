import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react'
import { onWake } from '../../concurrency/wake.ts'
import { savedCopyLine } from '../../queries/kept/saved-copy.tsx'
import { type Staleness, stalenessOf } from '../../queries/kept/staleness.ts'
import { usePiece } from '../../ui/piece/piece.ts'

/**
 * How old the shown profile is while the server cannot be asked for it; nothing while the page says so of its other parts
 * already. Asks again when the network returns, and when those parts have come.
 */
export function SavedProfile({ staleness, onAskAgain }: { staleness: Staleness | null; onAskAgain: () => void }) {
  const isStale = staleness !== null
  const isPageStale = useIsPageStale()
  const isShown = isStale && !isPageStale
  const { Piece: Line } = usePiece(savedCopyLine, isShown)
  useEffect(() => {
    if (isStale) return onWake(['online'], onAskAgain)
  }, [isStale, onAskAgain])
  const wasPageStale = useRef(false)
  useEffect(() => {
    if (isShown && wasPageStale.current) onAskAgain()
    wasPageStale.current = isPageStale
  }, [isShown, isPageStale, onAskAgain])
  return isShown && Line && <Line {...staleness} onAskAgain={onAskAgain} />
}

function useIsPageStale(): boolean {
  const client = useQueryClient()
  const subscribe = useCallback((listener: () => void) => client.getQueryCache().subscribe(listener), [client])
  return useSyncExternalStore(subscribe, () => stalenessOf(client) !== null)
}
