import type { TimelineEvent } from '#contract/attempt-timeline.ts'
import { moment } from '../../messages/formats.ts'
import { resultTexts } from '../../messages/result.ts'
import styles from './late-arrivals.module.css'

/** Answers that came after the attempt was closed: they are kept, and no grade is changed silently. */
export function LateArrivals({ events }: { events: readonly TimelineEvent[] }) {
  return (
    <details className={styles.late}>
      <summary className={styles.summary}>{resultTexts.afterClose(events.length)}</summary>
      <p>{resultTexts.afterCloseMeans}</p>
      <ul className={styles.list}>
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
