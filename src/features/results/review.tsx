import { useState } from 'react'
import type { ReviewRow } from '#contract/result.ts'
import { ReviewedItem } from '../../review/reviewed-item.tsx'
import { reviewTexts } from '../../messages/review.ts'
import { Checkbox } from '../../ui/field/checkbox.tsx'
import { Text } from '../../ui/text.tsx'
import { ReportQuestion } from './report-question.tsx'
import styles from './review.module.css'

interface ReviewProps {
  rows: readonly ReviewRow[]
  /** The attempt whose tasks can be reported; null where the server takes no reports. */
  reported: string | null
  /** Where the rows are a selection: its own heading, and a note that explains it. */
  chosen?: { title: string; note: string }
  /** How many wrong answers are unfolded; all by default. */
  unfolded?: number
}

export function Review({ rows, reported, chosen, unfolded }: ReviewProps) {
  const [onlyWrong, setOnlyWrong] = useState(false)
  const numbered = rows.map((row, index) => ({ row, number: row.number ?? index + 1 }))
  const wrong = numbered.filter(({ row }) => !row.correct)
  const shown = onlyWrong ? wrong : numbered
  // Where nothing went wrong, the first `unfolded` tasks show what a review is.
  const open = wrong.length > 0 ? wrong.slice(0, unfolded) : numbered.slice(0, unfolded ?? 0)
  const isOpen = (row: ReviewRow) => open.some((each) => each.row === row)
  return (
    <section className={styles.review} aria-labelledby="review">
      <div className={styles.head}>
        <Text as="h2" variant="subtitle1" id="review">
          {chosen?.title ?? reviewTexts.title}
        </Text>
        {wrong.length > 0 && wrong.length < rows.length && (
          <div className={styles.filter}>
            <Checkbox checked={onlyWrong} onChange={(event) => setOnlyWrong(event.currentTarget.checked)}>
              {reviewTexts.onlyWrong(wrong.length)}
            </Checkbox>
          </div>
        )}
      </div>
      {chosen !== undefined && <Text tone="soft">{chosen.note}</Text>}
      <ol className={styles.rows}>
        {shown.map(({ row, number }) => (
          <li key={row.question.id}>
            <ReviewedItem row={row} number={number} isOpen={isOpen(row)}>
              {reported !== null && <ReportQuestion attemptId={reported} questionId={row.question.id} />}
            </ReviewedItem>
          </li>
        ))}
      </ol>
    </section>
  )
}
