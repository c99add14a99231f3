import type { ReviewRow } from '#contract/result.ts'
import { reviewTexts } from '../../messages/review.ts'
import { ExplanationView } from '../../showcase/explanation-view.tsx'
import { FigureView } from '../../ui/figure/figure-view.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { check, cross } from '../../ui/icons/site-drawings.ts'
import { boundDash } from '../../ui/text/bound-dash.ts'
import { Text } from '../../ui/text/text.tsx'
import { ReportQuestion } from './report-question.tsx'
import { ReviewOption } from './review-option.tsx'
import styles from './review.module.css'

interface ReviewItemProps {
  row: ReviewRow
  number: number
  /** The attempt, where its tasks can be reported. */
  reported: string | null
}

/** One task with its verdict, said in words, by a sign and by colour; those that went wrong are unfolded. */
export function ReviewItem({ row, number, reported }: ReviewItemProps) {
  const { question, given, correct } = row
  const verdict = correct ? 'right' : given == null ? 'none' : 'wrong'
  return (
    <li>
      <details className={styles.item} open={!correct}>
        <summary className={styles.top}>
          <h3 className={styles.number}>{reviewTexts.task(number)}</h3>
          <span className={`${styles.verdict} ${styles[verdict]}`}>
            <Icon drawing={correct ? check : cross} size={20} />
            <span>{reviewTexts.verdict[verdict]}</span>
          </span>
        </summary>
        <div className={styles.body} translate="no">
          <p className={styles.prompt}>{boundDash(question.prompt)}</p>
          {question.figure != null && (
            <div className={styles.figure}>
              <FigureView figure={question.figure} />
            </div>
          )}
          <Answers row={row} />
          <div className={styles.why}>
            <Text as="h4" variant="small" className={styles.whyTitle}>
              {reviewTexts.why}
            </Text>
            <ExplanationView {...row} />
          </div>
          {reported !== null && <ReportQuestion attemptId={reported} questionId={question.id} />}
        </div>
      </details>
    </li>
  )
}

/** The options with the given and the right ones marked, or the two words of a typed answer. */
function Answers({ row: { question, given, right } }: { row: ReviewRow }) {
  const [mine, theirs] = [listed(given), listed(right)]
  const options = question.options ?? []
  if (options.length > 0) {
    return (
      <ul className={options.some(({ figure }) => figure != null) ? styles.tiles : styles.options}>
        {options.map((option, index) => (
          <ReviewOption
            key={option.id}
            option={option}
            number={index + 1}
            isGiven={mine.includes(option.id)}
            isRight={theirs.includes(option.id)}
          />
        ))}
      </ul>
    )
  }
  return (
    <dl className={styles.typed}>
      <div>
        <dt>{reviewTexts.given}</dt>
        <dd>{mine.length === 0 ? reviewTexts.verdict.none : mine.join(', ')}</dd>
      </div>
      <div>
        <dt>{reviewTexts.right}</dt>
        <dd>{theirs.join(', ')}</dd>
      </div>
    </dl>
  )
}

function listed(value: ReviewRow['given']): readonly string[] {
  if (value == null) return []
  return typeof value === 'string' ? [value] : value
}
