import { lazy } from 'react'
import { closeModal, type OpenModal as Opened } from '../ui/modal/modal-store.ts'

const LegalModal = lazy(() => import('../features/legal/legal-modal.tsx').then((m) => ({ default: m.LegalModal })))
const TestDetailsModal = lazy(() =>
  import('../features/test-page/test-details-modal.tsx').then((m) => ({ default: m.TestDetailsModal })),
)
const ExampleModal = lazy(() =>
  import('../features/examples/example-modal.tsx').then((m) => ({ default: m.ExampleModal })),
)
const ContactModal = lazy(() =>
  import('../features/feedback/contact-modal.tsx').then((m) => ({ default: m.ContactModal })),
)
const ChangePasswordModal = lazy(() =>
  import('../features/auth/change-password-modal.tsx').then((m) => ({ default: m.ChangePasswordModal })),
)
const NotificationModal = lazy(() =>
  import('../features/notifications/notification-modal.tsx').then((m) => ({ default: m.NotificationModal })),
)

/** The modal of this kind; each is a chunk of its own. */
export function OpenModal({ modal }: { modal: Opened }) {
  switch (modal.kind) {
    case 'testDetails':
      return <TestDetailsModal test={modal.test} onClose={closeModal} />
    case 'example':
      return <ExampleModal index={modal.index} onClose={closeModal} />
    case 'contactModal':
      return <ContactModal onClose={closeModal} />
    case 'changePassword':
      return <ChangePasswordModal onClose={closeModal} />
    case 'notification':
      return <NotificationModal notification={modal.notification} onClose={closeModal} />
    default:
      return <LegalModal kind={modal.kind} onClose={closeModal} />
  }
}
