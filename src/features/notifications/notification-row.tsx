import type { Notification } from '#contract/notification.ts'
import { notificationTexts } from '../../messages/cabinet.ts'
import { recentMoment } from '../../messages/formats.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { notificationIcon } from './notification-icon.ts'
import styles from './notifications-page.module.css'

interface NotificationRowProps {
  notification: Notification
  onOpen: () => void
}

/** One piece of news in the list; the whole row opens it. */
export function NotificationRow({ notification, onOpen }: NotificationRowProps) {
  const { kind, title, message, created_at, read_at } = notification
  const isUnread = read_at == null
  return (
    <li>
      <button type="button" className={`${styles.row} ${isUnread ? styles.unread : ''}`} onClick={onOpen}>
        <span className={styles.icon}>
          <Icon drawing={notificationIcon(kind)} />
        </span>
        <span className={styles.text}>
          <span className={styles.meta}>
            {created_at && <time dateTime={created_at}>{recentMoment(Date.parse(created_at))}</time>}
            {isUnread && <span className={styles.mark}>{notificationTexts.unread}</span>}
          </span>
          <span className={styles.title}>{title}</span>
          <span className={styles.message}>{message}</span>
        </span>
      </button>
    </li>
  )
}
