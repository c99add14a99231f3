import { useEffect } from 'react'
import { whenIdle } from '../pwa/when-idle.ts'
import { closeModal, useOpenModal } from '../ui/modal/modal-store.ts'
import { lazyPiece } from '../ui/piece/lazy-piece.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { Overlay } from './overlay.tsx'

const openModal = lazyPiece(() => import('./open-modal.tsx').then((m) => m.OpenModal))

/** The place of the one modal that may be open. */
export function ModalHost() {
  const modal = useOpenModal()
  useEffect(() => whenIdle(openModal.prepare), [])
  if (modal === null) return null
  return (
    <ErrorBoundary page={modal.kind}>
      <Overlay piece={openModal} props={{ modal }} onLost={closeModal} />
    </ErrorBoundary>
  )
}
