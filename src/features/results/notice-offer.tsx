import { useState, useSyncExternalStore } from 'react'
import { pwaTexts } from '../../messages/pwa.ts'
import { noticeTexts } from '../../messages/notices.ts'
import { allowPushes, pushSupport, subscribeDeliveryNotice } from '../../push/permission.ts'
import { forgettable } from '../../pwa/forgettable.ts'
import { Button } from '../../ui/button/button.tsx'
import { focusTitle } from '../../ui/page.tsx'
import { Text } from '../../ui/text.tsx'
import styles from './result.module.css'

// Apart from the offer beside a submission that waits: the pages of results load it, an exam does not.

/** Shown where a result is waited for, to people who do not want to wait; gone once the browser was told no. */
export function ResultNoticeOffer() {
  const { mayAsk, word, allow } = useOffer(noticeTexts.willTellResult)
  if (!mayAsk && word === null) return null
  return (
    <div role="status">
      {word !== null ? (
        <Text tone="soft">{word}</Text>
      ) : (
        <Button variant="border" onClick={() => void allow()}>
          {noticeTexts.offerResult}
        </Button>
      )}
    </div>
  )
}

const declined = forgettable('push-declined')

/**
 * Shown beside the result of an exam, where people know what they would be notified of; gone once it is declined, here or to
 * the browser.
 */
export function NewsOffer() {
  const { mayAsk, word, allow } = useOffer(noticeTexts.turnedOn)
  const [isDeclined, setDeclined] = useState(declined.isSet)
  const decline = () => {
    declined.set()
    setDeclined(true)
    focusTitle()
  }
  if ((!mayAsk || isDeclined) && word === null) return null
  return (
    <div className={styles.offer}>
      <div role="status">
        <Text tone="soft">{word ?? noticeTexts.offerNews}</Text>
      </div>
      {word === null && (
        <div className={styles.steps}>
          <Button variant="border" onClick={() => void allow()}>
            {noticeTexts.turnOn}
          </Button>
          <Button variant="link" onClick={decline}>
            {pwaTexts.notNow}
          </Button>
        </div>
      )}
    </div>
  )
}

const canBeAsked = () => pushSupport() === 'ready' && Notification.permission === 'default'
const never = () => false

/** Whether this browser can still be asked, the asking, and what is said after it: `done` where messages will come. */
function useOffer(done: string) {
  const mayAsk = useSyncExternalStore(subscribeDeliveryNotice, canBeAsked, never)
  const [word, setWord] = useState<string | null>(null)
  const allow = async () => {
    const isOn = await allowPushes()
    // Nobody has answered: the button stays.
    if (Notification.permission === 'default') return
    if (isOn) setWord(done)
    else if (Notification.permission === 'granted') setWord(noticeTexts.failedHere)
    focusTitle()
  }
  return { mayAsk, word, allow }
}
