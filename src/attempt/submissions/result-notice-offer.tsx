// Apart from the other offer: the pages of results load it, an exam does not.
import { useState, useSyncExternalStore } from 'react'
import { noticeTexts } from '../../messages/delivery-notice.ts'
import { pushSupport } from '../../push/push-support.ts'
import { Button } from '../../ui/button/button.tsx'
import { Text } from '../../ui/text/text.tsx'
import { allowPushes, subscribeDeliveryNotice } from './delivery-notice.tsx'

const canBeAsked = () => pushSupport() === 'ready' && Notification.permission === 'default'
const never = () => false

/** Shown where a result is waited for, to people who do not want to wait; gone once it is declined. */
export function ResultNoticeOffer() {
  const mayAsk = useSyncExternalStore(subscribeDeliveryNotice, canBeAsked, never)
  const [word, setWord] = useState<string | null>(null)
  const allow = async () => {
    const isOn = await allowPushes()
    if (isOn) setWord(noticeTexts.willTellResult)
    else if (Notification.permission === 'granted') setWord(noticeTexts.failedHere)
  }
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
