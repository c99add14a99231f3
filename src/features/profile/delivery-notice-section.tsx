import { noticeTexts } from '../../messages/delivery-notice.ts'
import { allowDeliveryNotice, deliveryNotice } from '../../outbox/delivery-notice.ts'
import { useDeliveryNotice } from '../../outbox/use-delivery-notice.ts'
import { Button } from '../../ui/button/button.tsx'
import { focusTitle } from '../../ui/text/focus-title.ts'
import { Text } from '../../ui/text/text.tsx'
import { ProfileSection } from './profile-section.tsx'

/** Whether this browser may tell of what it delivers by itself. The browser's own settings are the only way to say no again. */
export function DeliveryNoticeSection() {
  const notice = useDeliveryNotice()
  const allow = async () => {
    await allowDeliveryNotice()
    // The button goes when the person has decided.
    if (deliveryNotice() !== 'ask') focusTitle()
  }
  return (
    <ProfileSection title={noticeTexts.title}>
      <div role="status">
        <Text tone="soft">{noticeTexts[notice]}</Text>
      </div>
      {notice === 'ask' && (
        <div>
          <Button variant="border" onClick={() => void allow()}>
            {noticeTexts.allow}
          </Button>
        </div>
      )}
    </ProfileSection>
  )
}
