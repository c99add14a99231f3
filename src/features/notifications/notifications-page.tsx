import { useInfiniteQuery } from '@tanstack/react-query'
import type { Notification } from '#contract/notification.ts'
import { serverNow } from '../../http/server-clock.ts'
import { isMissing } from '../../http/api-error.ts'
import { notificationTexts } from '../../messages/cabinet.ts'
import { recentMoment } from '../../messages/formats.ts'
import { failureSentence } from '../../messages/messages.ts'
import { ListEnd } from '../../queries/list-end.tsx'
import { rowsOf } from '../../queries/next-page.ts'
import { notificationQueries } from '../../queries/notification-queries.ts'
import { Button } from '../../ui/button/button.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { EmptyState, Skeleton } from '../../ui/list.tsx'
import { openModal } from '../../ui/modal/modal-store.ts'
import { Notice } from '../../ui/notice.tsx'
import { Column, focusTitle, PageTitle } from '../../ui/page.tsx'
import { notificationIcon } from './notification-icon.ts'
import styles from './notifications-page.module.css'
import { useReading } from './use-reading.ts'

/** News of the person's purchases and results, the newest first. Opening one marks it as read. */
export function NotificationsPage() {
  const list = useInfiniteQuery(notificationQueries.list())
  const reading = useReading()
  const rows = rowsOf(list.data)
  const unread = list.data?.pages[0]?.unread_count ?? 0
  // Another server has no news at all: the person sees an empty list.
  const isEmpty = rows.length === 0 && (list.data !== undefined || isMissing(list.error))

  const open = (notification: Notification) => {
    openModal({ kind: 'notification', notification })
    if (notification.read_at == null) reading.mutate([notification.id])
  }
  const readAll = () => {
    reading.mutate('all')
    focusTitle()
  }
  return (
    <Column width="cabinet">
      <div className={styles.head}>
        <PageTitle>{notificationTexts.title}</PageTitle>
        {unread > 0 && (
          <Button variant="border" pending={reading.isPending} onClick={readAll}>
            {notificationTexts.readAll}
          </Button>
        )}
      </div>
      {reading.error && <Notice tone="danger">{failureSentence(reading.error, notificationTexts.readFailed)}</Notice>}
      {list.isPending && <Skeleton of="rows" />}
      {isEmpty && <EmptyState title={notificationTexts.empty}>{notificationTexts.emptyLead}</EmptyState>}
      {rows.length > 0 && (
        <ul className={styles.list}>
          {rows.map((notification) => (
            <NotificationRow key={notification.id} notification={notification} onOpen={() => open(notification)} />
          ))}
        </ul>
      )}
      {!isEmpty && <ListEnd list={list} fallback={notificationTexts.failed} />}
    </Column>
  )
}

interface NotificationRowProps {
  notification: Notification
  onOpen: () => void
}

function NotificationRow({ notification, onOpen }: NotificationRowProps) {
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
            {created_at && <time dateTime={created_at}>{recentMoment(Date.parse(created_at), serverNow())}</time>}
            {isUnread && <span className={styles.mark}>{notificationTexts.unread}</span>}
          </span>
          <span className={styles.title}>{title}</span>
          <span className={styles.message}>{message}</span>
        </span>
      </button>
    </li>
  )
}
