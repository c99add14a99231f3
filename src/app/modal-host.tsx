import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { whenIdle } from '../pwa/when-idle.ts'
import { onSignedOut } from '../session/session-events.ts'
import { closeModal, useOpenModal } from '../ui/modal/modal-store.ts'
import { lazyPiece } from '../ui/piece/piece.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { Overlay } from './overlay.tsx'

const openModal = lazyPiece(() => import('./open-modal.tsx').then((m) => m.OpenModal))

/** The place of the one modal that may be open. */
export function ModalHost() {
  const modal = useOpenModal()
  const { pathname } = useLocation()
  useEffect(() => whenIdle(openModal.prepare), [])
  // A modal belongs to the page that it was opened on: Back does not leave it over another.
  useEffect(() => closeModal, [pathname])
  // It may show a notification of a person who is signed out now.
  useEffect(() => onSignedOut(async () => closeModal()), [])
  if (modal === null) return null
  return (
    <ErrorBoundary page={modal.kind}>
      <Overlay piece={openModal} props={{ modal }} onLost={closeModal} />
    </ErrorBoundary>
  )
}
