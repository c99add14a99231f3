import { useEffect, useEffectEvent } from 'react'
import type { LazyPiece } from '../ui/piece/lazy-piece.ts'
import { usePiece } from '../ui/piece/use-piece.ts'
import { forgetLostOverlay, tellOfLostOverlay } from './lost-overlay.ts'

interface OverlayProps<Props> {
  piece: LazyPiece<Props>
  props: Props
  /** It could not be loaded, and the person is told: no longer open, so that the next press tries again. */
  onLost: () => void
}

/** A menu or a modal whose code comes when it is opened. */
export function Overlay<Props extends object>({ piece, props, onLost }: OverlayProps<Props>) {
  const { Piece, isLost } = usePiece(piece)
  const giveUp = useEffectEvent(() => {
    tellOfLostOverlay()
    onLost()
  })
  useEffect(forgetLostOverlay, [])
  useEffect(() => {
    if (isLost) giveUp()
  }, [isLost])
  return Piece && <Piece {...props} />
}
