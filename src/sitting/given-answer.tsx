import type { AnswerValue, Question } from '#contract/question.ts'
import { examTexts } from '../messages/exam.ts'
import { FigureView } from '../ui/figure/figure-view.tsx'
import { chosenOptions } from './choose-option.ts'
import styles from './given-answer.module.css'

/** An answer to read: the words that were typed, or the options that were chosen as they look in the question. */
export function GivenAnswer({ question, value }: { question: Question; value: AnswerValue | null }) {
  if (value === null) return <p className={styles.none}>{examTexts.noAnswer}</p>
  const options = question.options ?? []
  if (options.length === 0) return <p className={styles.text}>{chosenOptions(value).join(', ')}</p>
  return (
    <ul className={styles.chosen}>
      {chosenOptions(value).map((id) => {
        const index = options.findIndex((option) => option.id === id)
        const option = options[index]
        return (
          <li key={id} className={styles.text}>
            {option?.text}
            {option?.figure != null && (
              <span className={styles.figure}>
                <FigureView figure={option.figure} />
              </span>
            )}
            {option?.text == null && option?.figure == null && examTexts.optionName(index + 1)}
          </li>
        )
      })}
    </ul>
  )
}
