import { useState } from 'react'
import { securityTexts } from '../../messages/profile.ts'
import { Actions } from '../../ui/actions.tsx'
import { Button } from '../../ui/button/button.tsx'
import { openModal } from '../../ui/modal/modal-store.ts'
import { EndSessionsDialog } from './end-sessions-dialog.tsx'
import { ProfileSection } from './profile-section.tsx'
import { SignedInDevices } from './signed-in-devices.tsx'

/** The password, and every signed-in browser of the account. */
export function SecuritySection() {
  const [isEnding, setEnding] = useState(false)
  return (
    <ProfileSection title={securityTexts.title}>
      <Actions>
        <Button variant="border" onClick={() => openModal({ kind: 'changePassword' })}>
          {securityTexts.changePassword}
        </Button>
        <Button variant="border" onClick={() => setEnding(true)}>
          {securityTexts.endSessions}
        </Button>
      </Actions>
      <SignedInDevices />
      {isEnding && <EndSessionsDialog onClose={() => setEnding(false)} />}
    </ProfileSection>
  )
}
