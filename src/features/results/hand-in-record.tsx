import { useQuery } from '@tanstack/react-query'
import { resultTexts } from '../../messages/result.ts'
import { Acceptance } from '../../outbox/acceptance.tsx'
import { Text } from '../../ui/text/text.tsx'
import { LateArrivals } from './late-arrivals.tsx'
import styles from './result.module.css'
import { timelineQuery } from './timeline-query.ts'

/** How an exam came to the server; nothing where it does not tell. */
export function HandInRecord({ attemptId }: { attemptId: string }) {
  const { data: timeline } = useQuery(timelineQuery(attemptId))
  if (timeline == null || timeline.receipt === null) return null
  return (
    <section className={styles.section} aria-labelledby="hand-in">
      <Text as="h2" variant="subtitle2" id="hand-in">
        {resultTexts.handInTitle}
      </Text>
      <Acceptance receipt={timeline.receipt} isUnattended={timeline.isUnattended} />
    </section>
  )
}

/** What came too late for the grade: in plain sight, for it changes nothing silently. */
export function LateAnswers({ attemptId }: { attemptId: string }) {
  const { data: timeline } = useQuery(timelineQuery(attemptId))
  if (timeline == null || timeline.afterClose.length === 0) return null
  return <LateArrivals events={timeline.afterClose} />
}
