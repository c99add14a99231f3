import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Result } from '#contract/result.ts'
import { reviewTexts } from '../../messages/review.ts'
import { Button } from '../../ui/button/button.tsx'
import { PieceInPlace } from '../../ui/piece/piece-in-place.tsx'
import { lazyPiece } from '../../ui/piece/piece.ts'
import { Text } from '../../ui/text.tsx'
import { examReviewQuery } from './details-queries.ts'
import type { ReportFormProps } from './report-form.tsx'
import styles from './report-question.module.css'

const form = lazyPiece<ReportFormProps>(() => import('./report-form.tsx').then((m) => m.ReportForm))

/** Offers to report a task. The form is loaded at a press, and none of it is printed. */
export function ReportQuestion(props: ReportFormProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={styles.report}>
      {isOpen ? (
        <PieceInPlace piece={form} props={props} />
      ) : (
        <Button variant="link" onClick={() => setOpen(true)}>
          {reviewTexts.report}
        </Button>
      )}
    </div>
  )
}

interface ReportOfExamProps {
  result: Result
  total: number
}

/** Offers to report a question of an exam by its number, and its kind where known: most tasks of an exam are not shown again. */
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
