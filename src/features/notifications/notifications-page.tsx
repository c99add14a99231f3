import { useQuery } from '@tanstack/react-query'
import { failedToShow } from '../../cache/failed-to-show.ts'
import { notificationTexts } from '../../messages/cabinet.ts'
import { failureSentence } from '../../messages/failure-sentence.ts'
import { date } from '../../messages/formats.ts'
import { Column } from '../../ui/column.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Loading } from '../../ui/loading.tsx'
import { PageTitle } from '../../ui/text/page-title.tsx'
import { Text } from '../../ui/text/text.tsx'
import { notificationQueries } from './notification-queries.ts'
import styles from './notifications-page.module.css'
import { ReadAllButton } from './read-all-button.tsx'

/** What happened to the person's purchases and results, the newest first. */
export function NotificationsPage() {
  const { data, error, isPending, refetch } = useQuery(notificationQueries.newest())
  return (
    <Column width="text">
      <div className={styles.head}>
        <PageTitle>{notificationTexts.title}</PageTitle>
        {data && data.unread_count > 0 && <ReadAllButton />}
      </div>
      {isPending && <Loading />}
      {failedToShow(error, data) && <Failure onRetry={() => void refetch()}>{failureSentence(error, notificationTexts.failed)}</Failure>}
      {data?.results.length === 0 && (
        <EmptyState title={notificationTexts.empty}>{notificationTexts.emptyLead}</EmptyState>
      )}
      <ul className={styles.list}>
        {data?.results.map(({ id, title, message, created_at, read_at }) => (
          <li key={id} className={styles.row}>
            <Text variant="small" tone="soft">
              {created_at && date(created_at)}
              {!read_at && <span className={styles.unread}>{notificationTexts.unread}</span>}
            </Text>
            <Text as="h2" variant="large" className={styles.title}>
              {title}
            </Text>
            <Text className={styles.message}>{message}</Text>
          </li>
        ))}
      </ul>
    </Column>
  )
}
