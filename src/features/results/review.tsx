import { useState } from 'react'
import type { Option } from '#contract/question.ts'
import type { ReviewRow } from '#contract/result.ts'
import { ExplanationView } from '../../items/explanation-view.tsx'
import { reviewTexts } from '../../messages/review.ts'
import { Checkbox } from '../../ui/field/checkbox.tsx'
import { FigureView } from '../../ui/figure-view.tsx'
import { check, cross, Icon } from '../../ui/icons/icon.tsx'
import { boundDash, Text } from '../../ui/text.tsx'
import { ReportQuestion } from './report-question.tsx'
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

interface ReviewItemProps {
  row: ReviewRow
  number: number
  /** The attempt, where its tasks can be reported. */
  reported: string | null
}

/** One task with its verdict, said in words, by a sign and by colour; those that went wrong are unfolded. */
function ReviewItem({ row, number, reported }: ReviewItemProps) {
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

interface ReviewOptionProps {
  option: Option
  number: number
  isGiven: boolean
  isRight: boolean
}

/** One option as it was in the task; beside it, in words, whether it was given and whether it is right. */
function ReviewOption({ option: { text, figure }, number, isGiven, isRight }: ReviewOptionProps) {
  const look = isRight ? styles.rightOption : isGiven ? styles.wrongOption : ''
  const word = isRight ? (isGiven ? reviewTexts.givenRight : reviewTexts.rightMark) : isGiven && reviewTexts.givenMark
  return (
    <li className={`${styles.option} ${look}`}>
      {figure != null && (
        <div className={styles.optionFigure}>
          <FigureView figure={figure} />
        </div>
      )}
      {figure == null && <span>{text ?? reviewTexts.option(number)}</span>}
      {word && <span className={styles.word}>{word}</span>}
    </li>
  )
}
