import { useState, useSyncExternalStore } from 'react'
import { pwaTexts } from '../../messages/pwa.ts'
import { noticeTexts } from '../../messages/notices.ts'
import { allowPushes, pushSupport, subscribeDeliveryNotice } from '../../push/permission.ts'
import { forgettable } from '../../pwa/forgettable.ts'
import { Button } from '../../ui/button/button.tsx'
import { focusTitle } from '../../ui/page.tsx'
import { Text } from '../../ui/text.tsx'
import styles from './result.module.css'

// Kept apart from the offer next to a waiting submission: the pages of results load this file, an exam does not.

/** Offers a push message while a result is being graded. Hidden once the browser's question was answered. */
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

/** Offers push messages next to an exam's result, where people know what they would hear about. Hidden once declined. */
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

/** Whether the browser can still be asked, how to ask, and the sentence after the answer: `done` where messages will come. */
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
