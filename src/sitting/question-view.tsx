import type { RefObject } from 'react'
import type { AnswerValue, Question } from '#contract/question.ts'
import { examTexts } from '../messages/exam.ts'
import { FigureView } from '../ui/figure/figure-view.tsx'
import styles from './question.module.css'
import { OptionList } from './option-list.tsx'
import { TypedAnswer } from './typed-answer.tsx'

interface QuestionViewProps {
  question: Question
  number: number
  total: number
  value: AnswerValue | null
  isReadOnly: boolean
  headingRef: RefObject<HTMLHeadingElement | null>
  onAnswer: (value: AnswerValue | null) => void
}

/** One question with what it takes to answer it. */
export function QuestionView(props: QuestionViewProps) {
  const { question, number, total, headingRef } = props
  const promptId = `prompt-${question.id}`
  return (
    <section className={styles.question} aria-labelledby="question-number">
      <title>{`${examTexts.questionOf(number, total)} · ${examTexts.label}`}</title>
      <h1 ref={headingRef} id="question-number" tabIndex={-1} className={styles.number}>
        {examTexts.questionOf(number, total)}
      </h1>
      <p id={promptId} className={styles.prompt}>
        {question.prompt}
      </p>
      {question.figure != null && (
        <div className={styles.figure}>
          <FigureView figure={question.figure} />
        </div>
      )}
      <AnswerInput {...props} promptId={promptId} />
    </section>
  )
}

function AnswerInput({ question, value, isReadOnly, onAnswer, promptId }: QuestionViewProps & { promptId: string }) {
  switch (question.kind) {
    case 'single':
    case 'multiple':
      return (
        <OptionList question={question} value={value} isReadOnly={isReadOnly} promptId={promptId} onAnswer={onAnswer} />
      )
    case 'number':
    case 'text':
      return (
        <TypedAnswer
          kind={question.kind}
          value={typeof value === 'string' ? value : ''}
          isReadOnly={isReadOnly}
          promptId={promptId}
          onAnswer={onAnswer}
        />
      )
  }
}
