import { useEffect, useRef, useState } from 'react'
import { readNumber } from '#contract/number-answer.ts'
import type { AnswerValue } from '#contract/question.ts'
import type { Example } from '#contract/reading.ts'
import { typeName } from '../messages/type-name.ts'
import { exampleTexts } from '../messages/examples.ts'
import { numberTexts } from '../messages/number-answer.ts'
import { Button } from '../ui/button/button.tsx'
import { FigureView } from '../ui/figure/figure-view.tsx'
import { Text } from '../ui/text/text.tsx'
import { AnswerField } from './answer-field.tsx'
import styles from './example-item.module.css'
import { isRight } from './is-right.ts'

interface ExampleItemProps {
  example: Example
  /** Leads to another example; shown after the check. */
  onNext?: (() => void) | undefined
  /** It stands where another one stood, whose button had the focus. */
  takesFocus?: boolean
}

/** One example to solve: answer, check, see why. Mount it with the question's id as key: another example starts anew. */
export function ExampleItem({ example, onNext, takesFocus = false }: ExampleItemProps) {
  const { question, right, explanation, explanation_figure } = example
  const [value, setValue] = useState<AnswerValue | null>(null)
  const [stage, setStage] = useState<'open' | 'asked-too-early' | 'checked'>('open')

  const prompt = useRef<HTMLParagraphElement>(null)
  const reply = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) prompt.current?.focus({ preventScroll: true })
  }, [takesFocus])
  useEffect(() => {
    // The button that was pressed is gone.
    if (stage === 'checked') reply.current?.focus({ preventScroll: true })
    if (stage !== 'open') reply.current?.scrollIntoView({ block: 'nearest' })
  }, [stage])

  const choose = (next: AnswerValue | null) => {
    setValue(next)
    setStage('open')
  }
  const isUnread = question.kind === 'number' && typeof value === 'string' && readNumber(value) === undefined
  return (
    <form
      className={styles.item}
      onSubmit={(event) => {
        event.preventDefault()
        setStage(value === null || isUnread ? 'asked-too-early' : 'checked')
      }}
    >
      <Text variant="small" tone="soft" className={styles.type}>
        {typeName(example.type)}
      </Text>
      <Text variant="large" className={styles.prompt} ref={prompt} tabIndex={-1}>
        {question.prompt}
      </Text>
      {question.figure && (
        <div className={styles.stem}>
          <FigureView figure={question.figure} />
        </div>
      )}
      <AnswerField question={question} value={value} onChange={choose} right={stage === 'checked' ? right : null} />
      <div ref={reply} tabIndex={-1} aria-live="polite" className={styles.reply}>
        {stage === 'asked-too-early' && (
          <Text tone="danger">{isUnread ? numberTexts.hint : exampleTexts.chooseFirst}</Text>
        )}
        {stage === 'checked' && value !== null && (
          <>
            <Text variant="large" tone={isRight(value, right) ? 'success' : 'danger'} className={styles.verdict}>
              {isRight(value, right) ? exampleTexts.right : exampleTexts.wrong}
            </Text>
            {!question.options?.length && !isRight(value, right) && (
              <Text>{exampleTexts.rightAnswer([right].flat().join(', '))}</Text>
            )}
            <Text className={styles.prompt}>{explanation}</Text>
            {explanation_figure && (
              <div className={styles.stem}>
                <FigureView figure={explanation_figure} />
              </div>
            )}
          </>
        )}
      </div>
      {stage !== 'checked' && <Button type="submit">{exampleTexts.check}</Button>}
      {stage === 'checked' && onNext && (
        <Button variant="border" onClick={onNext}>
          {exampleTexts.next}
        </Button>
      )}
    </form>
  )
}
