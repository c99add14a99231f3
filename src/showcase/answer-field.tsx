import type { AnswerValue, Question } from '#contract/question.ts'
import { exampleTexts } from '../messages/examples.ts'
import { numberTexts } from '../messages/number-answer.ts'
import { Choice } from '../ui/choice.tsx'
import { NumberField } from '../ui/field/number-field.tsx'
import { TextField } from '../ui/field/text-field.tsx'
import { FigureView } from '../ui/figure-view.tsx'
import styles from './example-item.module.css'
import { listed, verdictOf } from './verdict-of.ts'

interface AnswerFieldProps {
  question: Question
  value: AnswerValue | null
  onChange: (value: AnswerValue | null) => void
  /** After checking: the right answer, by which the options are marked. */
  right: AnswerValue | null
}

/** Where a person answers an example: options as cards, or a line to type in. */
export function AnswerField({ question, value, onChange, right }: AnswerFieldProps) {
  const options = question.options ?? []
  if (options.length === 0) {
    const shared = {
      label: exampleTexts.yourAnswer,
      value: typeof value === 'string' ? value : '',
      disabled: right !== null,
    }
    const type = (text: string) => onChange(text || null)
    return question.kind === 'number' ? (
      <NumberField {...shared} hint={numberTexts.hint} signLabel={numberTexts.sign} onType={type} />
    ) : (
      <TextField {...shared} autoComplete="off" onChange={(event) => type(event.currentTarget.value)} />
    )
  }
  const isMultiple = question.kind === 'multiple'
  const chosen = listed(value)
  const toggle = (id: string) => {
    if (!isMultiple) return onChange(id)
    const next = chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]
    onChange(next.length === 0 ? null : next)
  }
  const hasFigures = options.some((option) => option.figure)
  return (
    <fieldset
      // No `style`: the build draws this too, and the policy of pages allows none.
      className={!hasFigures ? styles.options : options.length % 4 === 0 ? styles.fours : styles.threes}
    >
      <legend className={styles.legend}>{exampleTexts.yourAnswer}</legend>
      {options.map((option, index) => (
        <Choice
          key={option.id}
          type={isMultiple ? 'checkbox' : 'radio'}
          name={question.id}
          value={option.id}
          checked={chosen.includes(option.id)}
          disabled={right !== null}
          onChoose={toggle}
          {...verdictOf(option, chosen, right)}
        >
          {option.figure ? <FigureView figure={option.figure} /> : (option.text ?? exampleTexts.option(index + 1))}
        </Choice>
      ))}
    </fieldset>
  )
}
