import { useState } from 'react'
import type { ReviewRow } from '#contract/result.ts'
import { reviewTexts } from '../../messages/review.ts'
import { Checkbox } from '../../ui/field/checkbox.tsx'
import { Text } from '../../ui/text/text.tsx'
import { ReviewItem } from './review-item.tsx'
import styles from './review.module.css'

interface ReviewProps {
  rows: readonly ReviewRow[]
  /** The attempt whose tasks can be reported; null where the server takes no reports. */
  reported: string | null
  /** Not all that was asked, but these: under a heading of their own, which says why these. */
  chosen?: { title: string; note: string }
}

/** Every task of a training: what was given, what is right, and why. */
export function Review({ rows, reported, chosen }: ReviewProps) {
  const [onlyWrong, setOnlyWrong] = useState(false)
  const numbered = rows.map((row, index) => ({ row, number: row.number ?? index + 1 }))
  const wrong = numbered.filter(({ row }) => !row.correct)
  const shown = onlyWrong ? wrong : numbered
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
          <ReviewItem key={row.question.id} row={row} number={number} reported={reported} />
        ))}
      </ol>
    </section>
  )
}
