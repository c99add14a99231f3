import type { ReactNode } from 'react'
import type { Option } from '#contract/question.ts'
import type { ReviewRow } from '#contract/result.ts'
import { reviewTexts } from '../messages/review.ts'
import { FigureView } from '../ui/figure-view.tsx'
import { check, cross, Icon } from '../ui/icons/icon.tsx'
import { boundDash, Text } from '../ui/text.tsx'
import { ExplanationView } from '../items/explanation-view.tsx'
import styles from './reviewed-item.module.css'
import { listed } from '../items/verdict-of.ts'

export type ItemVerdict = 'right' | 'wrong' | 'none'

/** The outcome of a question; `none`: no answer. */
export const verdictOfRow = ({ correct, given }: Pick<ReviewRow, 'correct' | 'given'>): ItemVerdict =>
  correct ? 'right' : given == null ? 'none' : 'wrong'

interface ReviewedItemProps {
  row: ReviewRow
  number: number
  isOpen: boolean
  /** Below the reason. */
  children?: ReactNode
}

/** One question, foldable: its verdict in words, by a sign and by colour, and the reason of its answer. */
export function ReviewedItem({ row, number, isOpen, children }: ReviewedItemProps) {
  const { question } = row
  const verdict = verdictOfRow(row)
  return (
    <details className={styles.item} open={isOpen}>
      <summary className={styles.top}>
        <h3 className={styles.number}>{reviewTexts.task(number)}</h3>
        <span className={`${styles.verdict} ${styles[verdict]}`}>
          <Icon drawing={row.correct ? check : cross} size={20} />
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
        {children}
      </div>
    </details>
  )
}

/** The options with the given and the right ones marked, or the given and the right text of a typed answer. */
function Answers({ row: { question, given, right } }: { row: ReviewRow }) {
  const [mine, theirs] = [listed(given ?? null), listed(right)]
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

interface ReviewOptionProps {
  option: Option
  number: number
  isGiven: boolean
  isRight: boolean
}

/** One option as it was in the question, with words for «given» and «right». */
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
