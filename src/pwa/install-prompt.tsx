import { useSyncExternalStore } from 'react'
import { isAttemptPage } from '../attempt/sync/exam-lock.ts'
import { pwaTexts } from '../messages/pwa.ts'
import { Button } from '../ui/button/button.tsx'
import { Toast } from '../ui/toast.tsx'
import { declineInstall, install, type InstallOffer, installOffer, subscribeInstallOffer } from './install-offer.ts'
import { subscribeUpdate, updateIsWaiting } from './worker-registration.ts'

const nothing = (): InstallOffer => 'none'
const never = () => false

/** Invites to install the site after the first finished test; never over an attempt, nor beside another prompt. */
export function InstallPrompt({ page }: { page: string }) {
  const offer = useSyncExternalStore(subscribeInstallOffer, installOffer, nothing)
  const updates = useSyncExternalStore(subscribeUpdate, updateIsWaiting, never)
  if (offer === 'none' || updates || isAttemptPage(page)) return null
  return (
    <Toast label={pwaTexts.installTitle}>
      <p>
        <strong>{pwaTexts.installTitle}.</strong>{' '}
        <span>{offer === 'dialog' ? pwaTexts.install : pwaTexts.installByHand}</span>
      </p>
      {offer === 'dialog' && <Button onClick={() => void install()}>{pwaTexts.installNow}</Button>}
      <Button variant="link" onClick={declineInstall}>
        {pwaTexts.notNow}
      </Button>
    </Toast>
  )
}
