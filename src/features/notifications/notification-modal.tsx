import { useNavigate } from 'react-router-dom'
import type { Notification } from '#contract/notification.ts'
import { notificationTexts } from '../../messages/cabinet.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button/button.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { Modal } from '../../ui/modal/modal.tsx'
import { Text } from '../../ui/text.tsx'
import { notificationIcon } from './notification-icon.ts'
import styles from './notification-modal.module.css'

/** The test's id in a training's address is for people. This link always says 1 (S9.08). */
const anyTest = '1'

interface NotificationModalProps {
  notification: Pick<Notification, 'kind' | 'title' | 'message' | 'additional_data'>
  onClose: () => void
}

/** One piece of news: icon, title, message, the link to its subject; for news of a purchase also its training (S2.23). */
export function NotificationModal({ notification, onClose }: NotificationModalProps) {
  const { kind, title, message, additional_data } = notification
  const navigate = useNavigate()
  const packId = additional_data?.purchase_pack_id
  const packTitle = additional_data?.purchase_pack_title
  const go = (path: string) => {
    void navigate(path)
    onClose()
  }
  const way = wayTo(notification)
  return (
    <Modal title={title} width="560px" height="fit-content" onClose={onClose}>
      <div className={styles.news}>
        <span className={styles.icon}>
          <Icon drawing={notificationIcon(kind)} size={32} />
        </span>
        <Text className={styles.message}>{message}</Text>
        {way !== null && (
          <div>
            <Button size="large" onClick={() => go(way.path)}>
              {way.name}
            </Button>
          </div>
        )}
        {packId != null && packTitle != null && (
          <>
            <Text tone="soft" className={styles.pack}>
              {packTitle}
            </Text>
            <div>
              <Button size="large" onClick={() => go(paths.learning(anyTest, packId))}>
                {notificationTexts.train}
              </Button>
            </div>
          </>
        )}
      </div>
    </Modal>
  )
}

/** The link to the subject of the news. Older news of a result does not name its attempt, and leads to the purchases. */
function wayTo({
  kind,
  additional_data,
}: NotificationModalProps['notification']): { path: string; name: string } | null {
  if (kind === 'achievement') return { path: paths.achievements, name: notificationTexts.openAchievements }
  const result = additional_data?.result
  if (result == null) {
    return kind === 'result-ready' ? { path: paths.purchases, name: notificationTexts.openTests } : null
  }
  // The result page corrects the type in the address.
  return {
    path: paths.attemptResult('test', result.purchase_id, result.attempt_id),
    name: notificationTexts.openResult,
  }
}
