import { useEffect, useState, useSyncExternalStore } from 'react'
import { pwaTexts } from '../messages/pwa.ts'
import { Button } from '../ui/button/button.tsx'
import { Toast } from '../ui/toast.tsx'
import { isExamActive, isAttemptPage } from '../attempt/sync/exam-lock.ts'
import { acceptUpdate, subscribeUpdate, updateIsWaiting } from './worker-registration.ts'

const never = () => false

/**
 * Offers the new version, never on a page where a test is sat, nor anywhere while an exam runs. `page` is the current
 * address: an exam begins and ends with one.
 */
export function UpdatePrompt({ page }: { page: string }) {
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
