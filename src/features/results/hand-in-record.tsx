import { useQuery } from '@tanstack/react-query'
import { resultTexts } from '../../messages/result.ts'
import { Acceptance } from '../../outbox/acceptance.tsx'
import { Text } from '../../ui/text/text.tsx'
import { LateArrivals } from './late-arrivals.tsx'
import styles from './result.module.css'
import { timelineQuery } from './timeline-query.ts'

/** How an exam came to the server, and what came too late for its grade; nothing where the server does not tell. */
export function HandInRecord({ attemptId }: { attemptId: string }) {
  const { data: timeline } = useQuery(timelineQuery(attemptId))
  if (timeline == null || (timeline.receipt === null && timeline.afterClose.length === 0)) return null
  const { receipt, isUnattended, afterClose } = timeline
  return (
    <section className={styles.section} aria-labelledby="hand-in">
      <Text as="h2" variant="subtitle2" id="hand-in">
        {resultTexts.handInTitle}
      </Text>
      {receipt !== null && <Acceptance receipt={receipt} isUnattended={isUnattended} />}
      {afterClose.length > 0 && <LateArrivals events={afterClose} />}
    </section>
  )
}
