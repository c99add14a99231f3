// A lazy boundary: loaded where a person may have scores of several tests.
import { queryOptions, useQuery } from '@tanstack/react-query'
import { iqNamed } from '#contract/iq-named.ts'
import { readOverallScore } from '#contract/overall-score.ts'
import { whereKnown } from '../http/api-error.ts'
import { overallTexts } from '../messages/overall-score.ts'
import { sessionRequest } from '../session/session-request.ts'
import { Text } from '../ui/text.tsx'
import styles from './overall-score.module.css'

/** A person's overall score and its exams; none from a server without this call. */
export const overallQuery = queryOptions({
  queryKey: ['overall-score'],
  queryFn: ({ signal }) => whereKnown(sessionRequest(readOverallScore, {}, { signal }), { overall: null, exams: [] }),
})

interface OverallScoreProps {
  /** Shows the score only if this exam is part of it. */
  attemptId?: string
}

/** The overall score of two or three tests, never without its interval. */
export function OverallScore({ attemptId }: OverallScoreProps) {
  const { data } = useQuery(overallQuery)
  const isMeant = attemptId === undefined || data?.exams.some((exam) => exam.attempt_id === attemptId)
  if (data?.overall == null || isMeant !== true) return null
  const { overall } = data
  return (
    <section className={styles.card} aria-labelledby="overall">
      <Text as="h2" variant="subtitle2" id="overall">
        {overallTexts.title}
      </Text>
      <p className={styles.score}>
        <strong className={styles.iq}>{iqNamed(overall)}</strong>
        <span className={styles.interval}>{overallTexts.interval(overall)}</span>
      </p>
      <p>{overallTexts.madeOf(overall.tests)}</p>
      {overall.differences.map((difference) => (
        <p key={`${difference.higher} ${difference.lower}`}>{overallTexts.differs(difference)}</p>
      ))}
      <Text variant="small" tone="soft">
        {overallTexts.note}
      </Text>
    </section>
  )
}
