import { noticeTexts } from '../messages/delivery-notice.ts'
import { Button } from '../ui/button/button.tsx'
import { Text } from '../ui/text/text.tsx'
import { allowNews } from './delivery-notice.ts'
import { useDeliveryNotice } from './use-delivery-notice.ts'

/** Stands beside what waits for the network: the one moment at which word of its arrival is of use. */
export function DeliveryNoticeOffer() {
  const notice = useDeliveryNotice()
  if (notice === 'unavailable' || notice === 'blocked') return null
  return (
    <div role="status">
      {notice === 'on' ? (
        <Text tone="soft">{noticeTexts.willTell}</Text>
      ) : (
        <Button variant="border" onClick={() => void allowNews()}>
          {noticeTexts.offer}
        </Button>
      )}
    </div>
  )
}
