import { useEffect, useState, useSyncExternalStore } from 'react'
import { forgetLink, isAttemptPage, isExamActive, keptLink, subscribeKeptLink } from '../attempt/sync/exam-lock.ts'
import { pwaTexts } from '../messages/pwa.ts'
import { Button } from '../ui/button/button.tsx'
import { Toast } from '../ui/toast.tsx'
import { declineInstall, install, type InstallOffer, installOffer, subscribeInstallOffer } from './install-offer.ts'
import { acceptUpdate, subscribeUpdate, updateIsWaiting } from './worker-registration.ts'

/** The site's own questions: a link that waits, a new version, installing. `page` is the current address. */
export function PwaPrompts({ page }: { page: string }) {
  return (
    <>
      <KeptLinkPrompt page={page} />
      <UpdatePrompt page={page} />
      <InstallPrompt page={page} />
    </>
  )
}

const nothing = (): InstallOffer => 'none'
const never = () => false

/** Invites to install the site after the first finished test; never over an attempt, nor together with another prompt. */
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

const none = () => null

/** Offers the link that was opened during an exam, when the exam's page is left. `page` is the current address. */
export function KeptLinkPrompt({ page }: { page: string }) {
  const path = useSyncExternalStore(subscribeKeptLink, keptLink, none)
  if (path === null || isAttemptPage(page)) return null
  const open = () => {
    forgetLink()
    window.location.assign(path)
  }
  return (
    <Toast>
      <p>{pwaTexts.linkWaits}</p>
      <Button onClick={open}>{pwaTexts.openLink}</Button>
      <Button variant="link" onClick={forgetLink}>
        {pwaTexts.notNow}
      </Button>
    </Toast>
  )
}

/** Offers the new version, but not over an attempt or while an exam runs. An exam begins and ends with a change of `page`. */
function UpdatePrompt({ page }: { page: string }) {
  const isWaiting = useSyncExternalStore(subscribeUpdate, updateIsWaiting, never)
  const [offeredOn, setOfferedOn] = useState<string | null>(null)
  const [isPutOff, setPutOff] = useState(false)
  const [isRefused, setRefused] = useState(false)

  useEffect(() => {
    if (!isWaiting) return
    let isCurrent = true
    void isExamActive().then((active) => isCurrent && setOfferedOn(active ? null : page))
    return () => {
      isCurrent = false
    }
  }, [isWaiting, page])

  if (offeredOn !== page || isPutOff || isAttemptPage(page)) return null
  return (
    <Toast>
      <p>{isRefused ? pwaTexts.updateRefused : pwaTexts.updateReady}</p>
      <Button onClick={() => void acceptUpdate().then((accepted) => setRefused(!accepted))}>
        {pwaTexts.updateNow}
      </Button>
      <Button variant="link" onClick={() => setPutOff(true)}>
        {pwaTexts.updateLater}
      </Button>
    </Toast>
  )
}
