import { lazy, Suspense } from 'react'
import { closeModal, type OpenModal, useOpenModal } from '../ui/modal/modal-store.ts'
import { ErrorBoundary } from './error-boundary.tsx'

const LegalModal = lazy(() => import('../features/legal/legal-modal.tsx').then((m) => ({ default: m.LegalModal })))
const TestDetailsModal = lazy(() =>
  import('../features/test-page/test-details-modal.tsx').then((m) => ({ default: m.TestDetailsModal })),
)
const ExampleModal = lazy(() =>
  import('../features/examples/example-modal.tsx').then((m) => ({ default: m.ExampleModal })),
)

/** The place of the one modal that may be open. */
export function ModalHost() {
  const modal = useOpenModal()
  if (modal === null) return null
  return (
    <ErrorBoundary page={modal.kind}>
      <Suspense>
        <ModalOf modal={modal} />
      </Suspense>
    </ErrorBoundary>
  )
}

function ModalOf({ modal }: { modal: OpenModal }) {
  switch (modal.kind) {
    case 'testDetails':
      return <TestDetailsModal slug={modal.slug} title={modal.title} onClose={closeModal} />
    case 'example':
      return <ExampleModal index={modal.index} onClose={closeModal} />
    default:
      return <LegalModal kind={modal.kind} onClose={closeModal} />
  }
}
