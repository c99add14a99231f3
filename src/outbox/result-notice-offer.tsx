import { useState, useSyncExternalStore } from 'react'
import { noticeTexts } from '../messages/delivery-notice.ts'
import { pushSupport } from '../push/push-support.ts'
import { Button } from '../ui/button/button.tsx'
import { Text } from '../ui/text/text.tsx'
import { allowNews, subscribeDeliveryNotice } from './delivery-notice.ts'

const canBeAsked = () => pushSupport() === 'ready' && Notification.permission === 'default'
const never = () => false

/** Stands where a result is waited for: word of it is of use to who does not want to wait. Said no to, it is gone. */
export function ResultNoticeOffer() {
  const mayAsk = useSyncExternalStore(subscribeDeliveryNotice, canBeAsked, never)
  const [isTold, setTold] = useState(false)
  const allow = async () => {
    await allowNews()
    setTold(Notification.permission === 'granted')
  }
  if (!mayAsk && !isTold) return null
  return (
    <div role="status">
      {isTold ? (
        <Text tone="soft">{noticeTexts.willTellResult}</Text>
      ) : (
        <Button variant="border" onClick={() => void allow()}>
          {noticeTexts.offerResult}
        </Button>
      )}
    </div>
  )
}
