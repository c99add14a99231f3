import { type ComponentType, useEffect, useState } from 'react'
import type { LazyPiece } from './lazy-piece.ts'

interface UsedPiece<Props> {
  /** Null until it has come. */
  Piece: ComponentType<Props> | null
  isLost: boolean
  /** Fetches what was lost once more. */
  retry: () => void
}

/** Fetches `piece`, the same one for life, from the first moment that it is wanted. A lost one is left to the caller. */
export function usePiece<Props>(piece: LazyPiece<Props>, isWanted = true): UsedPiece<Props> {
  const [Piece, setPiece] = useState(piece.loaded)
  const [turn, setTurn] = useState(0)
  const [lostTurn, setLostTurn] = useState<number | null>(null)

  useEffect(() => {
    if (!isWanted) return
    let isCurrent = true
    piece.load().then(
      (component) => isCurrent && setPiece(() => component),
      () => isCurrent && setLostTurn(turn),
    )
    return () => {
      isCurrent = false
    }
  }, [piece, isWanted, turn])

  return { Piece, isLost: Piece === null && lostTurn === turn, retry: () => setTurn(turn + 1) }
}
