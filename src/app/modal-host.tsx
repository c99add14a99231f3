import { lazy, Suspense, useEffect } from 'react'
import { whenIdle } from '../pwa/when-idle.ts'
import { useOpenModal } from '../ui/modal/modal-store.ts'
import { ErrorBoundary } from './error-boundary.tsx'

const load = () => import('./open-modal.tsx')
const OpenModal = lazy(() => load().then((m) => ({ default: m.OpenModal })))

/** The place of the one modal that may be open. */
export function ModalHost() {
  const modal = useOpenModal()
  // There before it is needed. A failed fetch is repeated then.
  useEffect(() => whenIdle(() => void load().catch(() => undefined)), [])
  if (modal === null) return null
  return (
    <ErrorBoundary page={modal.kind}>
      <Suspense>
        <OpenModal modal={modal} />
      </Suspense>
    </ErrorBoundary>
  )
}
