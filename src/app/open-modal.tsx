// A lazy boundary: loaded in an idle moment, or when a modal opens.
import { closeModal, type OpenModal as Opened } from '../ui/modal/modal-store.ts'
import { lazyPiece } from '../ui/piece/piece.ts'
import { isInApp } from '../ui/save-file.ts'
import { Overlay } from './overlay.tsx'

const legal = lazyPiece(() => import('../features/legal/legal-modal.tsx').then((m) => m.LegalModal))
const testDetails = lazyPiece(() =>
  import('../features/test-page/test-details-modal.tsx').then((m) => m.TestDetailsModal),
)
const example = lazyPiece(() => import('../features/examples/example-modal.tsx').then((m) => m.ExampleModal))
const contact = lazyPiece(() => import('../features/feedback/contact-modal.tsx').then((m) => m.ContactModal))
const changePassword = lazyPiece(() =>
  import('../features/auth/change-password-modal.tsx').then((m) => m.ChangePasswordModal),
)
const notification = lazyPiece(() =>
  import('../features/notifications/notification-modal.tsx').then((m) => m.NotificationModal),
)
const keepFile = lazyPiece(() => import('../features/files/keep-file-modal.tsx').then((m) => m.KeepFileModal))
// When a person has to copy answers, the network may be gone. So the code is loaded before.
if (isInApp()) keepFile.prepare()

/** The modal of this kind, each a separate chunk. The key: an `Overlay` must never get another piece (`usePiece`). */
export function OpenModal({ modal }: { modal: Opened }) {
  const onClose = closeModal
  switch (modal.kind) {
    case 'testDetails':
      return <Overlay key="test" piece={testDetails} props={{ test: modal.test, onClose }} onLost={onClose} />
    case 'example':
      return <Overlay key="example" piece={example} props={{ at: modal.at, onClose }} onLost={onClose} />
    case 'contactModal':
      return <Overlay key="contact" piece={contact} props={{ onClose }} onLost={onClose} />
    case 'changePassword':
      return <Overlay key="password" piece={changePassword} props={{ onClose }} onLost={onClose} />
    case 'keepFile':
      return (
        <Overlay
          key="file"
          piece={keepFile}
          props={{ file: modal.file, isOnlyHere: modal.isOnlyHere, onClose }}
          onLost={onClose}
        />
      )
    case 'notification':
      return (
        <Overlay
          key="news"
          piece={notification}
          props={{ notification: modal.notification, onClose }}
          onLost={onClose}
        />
      )
    default:
      return <Overlay key="legal" piece={legal} props={{ kind: modal.kind, onClose }} onLost={onClose} />
  }
}
