import { noticeTexts } from '../../messages/delivery-notice.ts'
import { allowDeliveryNotice } from '../../outbox/delivery-notice.ts'
import { useDeliveryNotice } from '../../outbox/use-delivery-notice.ts'
import { Button } from '../../ui/button/button.tsx'
import { Text } from '../../ui/text/text.tsx'
import { ProfileSection } from './profile-section.tsx'

/** Whether this browser may tell of what it delivers by itself. The browser's own settings are the only way to say no again. */
export function DeliveryNoticeSection() {
  const notice = useDeliveryNotice()
  return (
    <ProfileSection title={noticeTexts.title}>
      <div role="status">
        <Text tone="soft">{noticeTexts[notice]}</Text>
      </div>
      {notice === 'ask' && (
        <div>
          <Button variant="border" onClick={() => void allowDeliveryNotice()}>
            {noticeTexts.allow}
          </Button>
        </div>
      )}
    </ProfileSection>
  )
}
