import { useQuery } from '@tanstack/react-query'
import type { Result } from '#contract/result.ts'
import { reviewTexts } from '../../messages/review.ts'
import { Text } from '../../ui/text/text.tsx'
import { examReviewQuery } from './exam-review-query.ts'
import { ReportQuestion } from './report-question.tsx'
import styles from './report-question.module.css'

interface ReportOfExamProps {
  result: Result
  total: number
}

/** Of an exam, most of whose tasks are not shown again: its questions by number, and by kind where the server says which was which. */
export function ReportOfExam({ result, total }: ReportOfExamProps) {
  const { attempt_id: attemptId, score, by_family: families } = result
  const { data } = useQuery({ ...examReviewQuery(attemptId), enabled: score != null })
  const titles = new Map(families?.map(({ family, title }) => [family, title]))
  const kinds = data?.questions.map(({ family }) => titles.get(family) ?? null) ?? []
  return (
    <section className={styles.ofExam} aria-labelledby="report">
      <Text as="h2" variant="subtitle2" id="report">
        {reviewTexts.reportTitle}
      </Text>
      <ReportQuestion attemptId={attemptId} total={total} kinds={kinds} />
    </section>
  )
}
