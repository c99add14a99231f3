import { noticeTexts } from '../../messages/delivery-notice.ts'
import { Button } from '../../ui/button/button.tsx'
import { Text } from '../../ui/text/text.tsx'
import { allowPushes, type DeliveryNotice, deliveryNotice, subscribeDeliveryNotice } from './delivery-notice.ts'
import { useSyncExternalStore } from 'react'

/** Shown beside what waits for the network: only then is a notification of its arrival of use. */
export function DeliveryNoticeOffer() {
  const notice = useDeliveryNotice()
  if (notice === 'unavailable' || notice === 'blocked') return null
  return (
    <div role="status">
      {notice === 'on' ? (
        <Text tone="soft">{noticeTexts.willTell}</Text>
      ) : (
        <Button variant="border" onClick={() => void allowPushes()}>
          {noticeTexts.offer}
        </Button>
      )}
    </div>
  )
}

const unavailable = (): DeliveryNotice => 'unavailable'

function useDeliveryNotice(): DeliveryNotice {
  return useSyncExternalStore(subscribeDeliveryNotice, deliveryNotice, unavailable)
}
