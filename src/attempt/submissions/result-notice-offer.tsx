// Apart from the other offer: the pages of results load it, an exam does not.
import { useState, useSyncExternalStore } from 'react'
import { noticeTexts } from '../../messages/delivery-notice.ts'
import { pushSupport } from '../../push/push-support.ts'
import { Button } from '../../ui/button/button.tsx'
import { Text } from '../../ui/text/text.tsx'
import { allowPushes, subscribeDeliveryNotice } from './delivery-notice.ts'

const canBeAsked = () => pushSupport() === 'ready' && Notification.permission === 'default'
const never = () => false

/** Shown where a result is waited for, to people who do not want to wait; gone once it is declined. */
export function ResultNoticeOffer() {
  const mayAsk = useSyncExternalStore(subscribeDeliveryNotice, canBeAsked, never)
  const [isTold, setTold] = useState(false)
  const allow = async () => {
    await allowPushes()
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
