import { useSyncExternalStore } from 'react'
import { pwaTexts } from '../messages/pwa.ts'
import { Button } from '../ui/button/button.tsx'
import { Toast } from '../ui/toast.tsx'
import { isAttemptPage, forgetLink, keptLink, subscribeKeptLink } from '../attempt/sync/exam-lock.ts'

const none = () => null

/** Offers the link that was opened during an exam, as soon as its page is left. `page` is the current address. */
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
