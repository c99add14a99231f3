import { useQuery } from '@tanstack/react-query'
import { resultTexts } from '../../messages/result.ts'
import { Acceptance } from '../../attempt/submissions/acceptance.tsx'
import { Text } from '../../ui/text/text.tsx'
import { LateArrivals } from './late-arrivals.tsx'
import styles from './result.module.css'
import { timelineQuery } from './timeline-query.ts'

interface SubmissionRecordProps {
  attemptId: string | null
  /** The receipt that this browser has. */
  known?: string | null
}

/** How an exam came to the server; nothing where neither it nor this browser tells. */
export function SubmissionRecord({ attemptId, known = null }: SubmissionRecordProps) {
  const { data: timeline } = useQuery({ ...timelineQuery(attemptId ?? ''), enabled: attemptId !== null })
  const receipt = timeline?.receipt ?? known
  if (receipt === null) return null
  return (
    <section className={styles.section} aria-labelledby="hand-in">
      <Text as="h2" variant="subtitle2" id="hand-in">
        {resultTexts.submissionTitle}
      </Text>
      <Acceptance receipt={receipt} isUnattended={timeline?.isUnattended ?? false} />
    </section>
  )
}

/** What came too late for the grade: in plain sight, for it changes nothing silently. */
export function LateAnswers({ attemptId }: { attemptId: string }) {
  const { data: timeline } = useQuery(timelineQuery(attemptId))
  if (timeline == null || timeline.afterClose.length === 0) return null
  return <LateArrivals events={timeline.afterClose} />
}
