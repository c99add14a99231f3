import { useState } from 'react'
import { changePasswordTexts } from '../../messages/change-password.ts'
import { Button } from '../../ui/button/button.tsx'
import { Modal } from '../../ui/modal/modal.tsx'
import { Notice } from '../../ui/notice.tsx'
import { takeFocus } from '../../ui/take-focus.ts'
import { ChangePasswordForm } from './change-password-form.tsx'

/** A new password for a signed-in person, 600 × 500 (S2.22, S2.26). */
export function ChangePasswordModal({ onClose }: { onClose: () => void }) {
  const [isChanged, setChanged] = useState(false)
  const close = (
    <Button ref={takeFocus} onClick={onClose}>
      {changePasswordTexts.close}
    </Button>
  )
  return (
    <Modal title={changePasswordTexts.title} width="600px" height="500px" onClose={onClose}>
      {isChanged ? (
        <Notice tone="success" actions={close}>
          {changePasswordTexts.changed}
        </Notice>
      ) : (
        <ChangePasswordForm onChanged={() => setChanged(true)} />
      )}
    </Modal>
  )
}
