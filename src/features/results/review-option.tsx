import type { Option } from '#contract/question.ts'
import { reviewTexts } from '../../messages/review.ts'
import { FigureView } from '../../ui/figure/figure-view.tsx'
import styles from './review.module.css'

interface ReviewOptionProps {
  option: Option
  number: number
  isGiven: boolean
  isRight: boolean
}

/** One option as it was in the task; beside it, in words, whether it was given and whether it is right. */
export function ReviewOption({ option: { text, figure }, number, isGiven, isRight }: ReviewOptionProps) {
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
