import { useEffect } from 'react'
import { savedCopyLine } from '../../cache/saved-copy-piece.ts'
import type { Staleness } from '../../cache/staleness.ts'
import { usePiece } from '../../ui/piece/use-piece.ts'

/** How old the shown profile is while the server cannot be asked for it, or nothing; asks again when the network returns. */
export function SavedProfile({ staleness, onAskAgain }: { staleness: Staleness | null; onAskAgain: () => void }) {
  const isStale = staleness !== null
  const { Piece: Line } = usePiece(savedCopyLine, isStale)
  useEffect(() => {
    if (!isStale) return
    window.addEventListener('online', onAskAgain)
    return () => window.removeEventListener('online', onAskAgain)
  }, [isStale, onAskAgain])
  return staleness && Line && <Line {...staleness} onAskAgain={onAskAgain} />
}
