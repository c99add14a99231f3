import type { AnswerValue, Option, Question } from '#contract/question.ts'
import { examTexts } from '../messages/exam.ts'
import { Choice } from '../ui/choice/choice.tsx'
import { FigureView } from '../ui/figure/figure-view.tsx'
import { chooseOption, chosenOptions } from './choose-option.ts'
import styles from './question.module.css'

export interface OptionVerdict {
  verdict: 'right' | 'wrong'
  verdictText: string
}

interface OptionListProps {
  question: Question
  value: AnswerValue | null
  isReadOnly: boolean
  promptId: string
  onAnswer: (value: AnswerValue | null) => void
  verdictOf?: ((option: Option) => OptionVerdict | null) | undefined
}

/** The options of a question; its number beside each is the key that chooses it. */
export function OptionList({ question, value, isReadOnly, promptId, onAnswer, verdictOf }: OptionListProps) {
  const options = question.options ?? []
  const chosen = chosenOptions(value)
  const isSingle = question.kind === 'single'
  const hasFigures = options.some(({ figure }) => figure != null)
  return (
    <fieldset className={styles.answers} disabled={isReadOnly} aria-describedby={promptId}>
      <legend className={`${styles.instruction} ${isSingle ? styles.usual : ''}`}>
        {isSingle ? examTexts.chooseOne : examTexts.chooseMany}
      </legend>
      <div className={hasFigures ? styles.tiles : styles.rows}>
        {options.map((option, index) => (
          <Choice
            key={option.id}
            type={isSingle ? 'radio' : 'checkbox'}
            name={`answer-${question.id}`}
            value={option.id}
            checked={chosen.includes(option.id)}
            onChoose={(id) => onAnswer(chooseOption(question, value, id))}
            {...verdictOf?.(option)}
          >
            <span className={styles.option}>
              <span className={styles.digit} aria-hidden="true">
                {index + 1}
              </span>
              {option.text != null && <span>{option.text}</span>}
              {option.figure != null && (
                <span className={styles.optionFigure}>
                  <FigureView figure={option.figure} />
                </span>
              )}
              {option.text == null && option.figure == null && <span>{examTexts.optionName(index + 1)}</span>}
            </span>
          </Choice>
        ))}
      </div>
    </fieldset>
  )
}
