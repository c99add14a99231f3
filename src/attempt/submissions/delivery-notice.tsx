import { useSyncExternalStore } from 'react'
import { sendingTexts } from '../../messages/sending.ts'
import { allowPushes, type DeliveryNotice, deliveryNotice, subscribeDeliveryNotice } from '../../push/permission.ts'
import { Button } from '../../ui/button/button.tsx'
import { Text } from '../../ui/text.tsx'

/** Shown beside what waits for the network: only then is a notification of its arrival of use. */
export function DeliveryNoticeOffer() {
  const notice = useDeliveryNotice()
  if (notice === 'unavailable' || notice === 'blocked') return null
  return (
    <div role="status">
      {notice === 'on' ? (
        <Text tone="soft">{sendingTexts.willNotify}</Text>
      ) : (
        <Button variant="border" onClick={() => void allowPushes()}>
          {sendingTexts.offerNotice}
        </Button>
      )}
    </div>
  )
}

const unavailable = (): DeliveryNotice => 'unavailable'

function useDeliveryNotice(): DeliveryNotice {
  return useSyncExternalStore(subscribeDeliveryNotice, deliveryNotice, unavailable)
}
