import type { ReactNode } from 'react'
import type { Result } from '#contract/result.ts'
import { lastMoment } from '../../messages/formats.ts'
import { resultTexts } from '../../messages/result.ts'
import type { AttemptPlace } from './compare-attempts.ts'
import styles from './result.module.css'

interface ResultNumbersProps {
  result: Result
  place: AttemptPlace | null
  /** Exams that the purchase still has; null where there is no such number. */
  examsLeft: number | null
}

/** The plain facts of an attempt; nothing at all where the server gives none. */
export function ResultNumbers({ result, place, examsLeft }: ResultNumbersProps) {
  const { correct, total, duration_seconds: seconds, elapsed_seconds: elapsed, submitted_at: at, pauses } = result
  const isCounted = correct != null && total != null
  if (!isCounted && seconds == null && at == null) return null
  return (
    <dl className={styles.numbers}>
      {isCounted && <Figure name={resultTexts.correct}>{resultTexts.correctOf(correct, total)}</Figure>}
      {seconds != null && <Figure name={resultTexts.time}>{resultTexts.seconds(seconds)}</Figure>}
      {seconds != null && elapsed != null && elapsed > seconds && (
        <Figure name={resultTexts.elapsed}>{resultTexts.seconds(elapsed)}</Figure>
      )}
      {pauses != null && pauses.length > 0 && (
        <Figure name={resultTexts.pauses} isLong>
          {resultTexts.pausesOf(pauses)}
        </Figure>
      )}
      {at != null && (
        <Figure name={resultTexts.submitted} isLong>
          {lastMoment(at)}
        </Figure>
      )}
      {place !== null && (
        <Figure name={resultTexts.attemptNumber}>{resultTexts.numberOf(place.number, examsLeft)}</Figure>
      )}
    </dl>
  )
}

/** `isLong`: may take a second line. */
function Figure({ name, isLong = false, children }: { name: string; isLong?: boolean; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={isLong ? styles.long : undefined}>{children}</dd>
    </div>
  )
}
