import { useQuery } from '@tanstack/react-query'
import type { TimelineEvent } from '#contract/attempt-timeline.ts'
import { readReceipt, saveReceipt } from '../../attempt/submissions/receipts.ts'
import { moment } from '../../messages/formats.ts'
import { resultTexts } from '../../messages/result.ts'
import { submissionTexts } from '../../messages/submissions.ts'
import { Button } from '../../ui/button/button.tsx'
import { Text } from '../../ui/text.tsx'
import { timelineQuery } from './details-queries.ts'
import lateArrivalsStyles from './late-arrivals.module.css'
import styles from './result.module.css'

interface SubmissionRecordProps {
  attemptId: string | null
  /** The receipt that this browser has. */
  known?: string | null
}

/** How an exam reached the server. Nothing where neither the server nor this browser has a receipt. */
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

/** Answers given after the end, or arrived too late to be graded. They are in plain sight, so nothing is left out silently. */
export function LateAnswers({ attemptId }: { attemptId: string }) {
  const { data: timeline } = useQuery(timelineQuery(attemptId))
  if (timeline == null) return null
  const { afterEnd, afterClose } = timeline
  const { afterEnd: title, afterEndMeans, afterClose: closedTitle, afterCloseMeans } = resultTexts
  return (
    <>
      {afterEnd.length > 0 && <LateArrivals events={afterEnd} title={title(afterEnd.length)} meaning={afterEndMeans} />}
      {afterClose.length > 0 && (
        <LateArrivals events={afterClose} title={closedTitle(afterClose.length)} meaning={afterCloseMeans} />
      )}
    </>
  )
}

interface AcceptanceProps {
  receipt: string
  /** The server closed the exam by itself, with the answers that it had. */
  isUnattended?: boolean
}

function Acceptance({ receipt, isUnattended = false }: AcceptanceProps) {
  const content = readReceipt(receipt)
  const instant = content === null ? Number.NaN : Date.parse(content.at)
  const at = Number.isNaN(instant) ? null : moment(instant)
  return (
    <div className={styles.acceptance}>
      <p>{isUnattended ? submissionTexts.closedUnattended(at) : submissionTexts.accepted(at)}</p>
      {content !== null && (
        <Text variant="small" tone="soft">
          {submissionTexts.attemptNumber(content.attempt_id)}
        </Text>
      )}
      <div>
        <Button variant="link" onClick={() => saveReceipt(receipt, content?.attempt_id ?? null, 'accepted')}>
          {submissionTexts.keepReceipt}
        </Button>
      </div>
    </div>
  )
}

interface LateArrivalsProps {
  events: readonly TimelineEvent[]
  title: string
  meaning: string
}

function LateArrivals({ events, title, meaning }: LateArrivalsProps) {
  return (
    <details className={lateArrivalsStyles.late}>
      <summary className={lateArrivalsStyles.summary}>{title}</summary>
      <p>{meaning}</p>
      <ul className={lateArrivalsStyles.list}>
        {events.map(({ question_id: id, number, value, epoch, seq, device_id: device, received_at: at }) => (
          <li key={`${id} ${epoch} ${seq} ${device}`}>
            <span>{resultTexts.afterCloseAnswer(number ?? null, value === null)}</span>
            <time dateTime={at}>{moment(Date.parse(at))}</time>
          </li>
        ))}
      </ul>
    </details>
  )
}
