import { useNavigate } from 'react-router-dom'
import type { Notification } from '#contract/notification.ts'
import { notificationTexts } from '../../messages/cabinet.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button/button.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { Modal } from '../../ui/modal/modal.tsx'
import { Text } from '../../ui/text/text.tsx'
import { notificationIcon } from './notification-icon.ts'
import styles from './notification-modal.module.css'

/** The test's id in the address of the training: it is there for people, and this link always says 1 (S9.08). */
const anyTest = '1'

interface NotificationModalProps {
  notification: Pick<Notification, 'kind' | 'title' | 'message' | 'additional_data'>
  onClose: () => void
}

/** One piece of news: icon, title, message, and for news of a purchase the way into its training (S2.23). */
export function NotificationModal({ notification, onClose }: NotificationModalProps) {
  const { kind, title, message, additional_data } = notification
  const navigate = useNavigate()
  const packId = additional_data?.purchase_pack_id
  const packTitle = additional_data?.purchase_pack_title
  const train = (id: string) => {
    void navigate(paths.learning(anyTest, id))
    onClose()
  }
  return (
    <Modal title={title} width="560px" height="fit-content" onClose={onClose}>
      <div className={styles.news}>
        <span className={styles.icon}>
          <Icon drawing={notificationIcon(kind)} size={32} />
        </span>
        <Text className={styles.message}>{message}</Text>
        {packId != null && packTitle != null && (
          <>
            <Text tone="soft" className={styles.pack}>
              {packTitle}
            </Text>
            <div>
              <Button size="large" onClick={() => train(packId)}>
                {notificationTexts.train}
              </Button>
            </div>
          </>
        )}
      </div>
    </Modal>
  )
}
