import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { createEmitter } from '../concurrency/emitter.ts'
import { siteTexts } from '../messages/site.ts'
import { Button } from '../ui/button/button.tsx'
import { type LazyPiece, usePiece } from '../ui/piece/piece.ts'
import { Toast } from '../ui/toast.tsx'

interface OverlayProps<Props> {
  piece: LazyPiece<Props>
  props: Props
  /** Called after the code failed to load and a toast says so. Close the overlay, so that the next press tries again. */
  onLost: () => void
}

/** A menu or a modal whose code is loaded when it opens. */
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

let isLost = false
const changed = createEmitter()

function set(lost: boolean): void {
  isLost = lost
  changed.emit()
}

function tellOfLostOverlay(): void {
  set(true)
}

function forgetLostOverlay(): void {
  set(false)
}

function useIsOverlayLost(): boolean {
  return useSyncExternalStore(
    changed.subscribe,
    () => isLost,
    () => false,
  )
}

/** Reports a menu or a modal that could not be loaded (S8.24), until it is closed, tried again, or the page is left. */
export function LostOverlayToast({ page }: { page: string }) {
  const isLost = useIsOverlayLost()
  useEffect(() => forgetLostOverlay, [page])
  if (!isLost) return null
  return (
    <Toast>
      <p>{siteTexts.chunkFailed}</p>
      <Button variant="link" onClick={forgetLostOverlay}>
        {siteTexts.close}
      </Button>
    </Toast>
  )
}
