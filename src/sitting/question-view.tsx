import type { AnswerValue, Question } from '#contract/question.ts'
import { FigureView } from '../ui/figure/figure-view.tsx'
import styles from './question.module.css'
import { OptionList } from './option-list.tsx'
import { TypedAnswer } from './typed-answer.tsx'

interface QuestionViewProps {
  question: Question
  value: AnswerValue | null
  isReadOnly: boolean
  onAnswer: (value: AnswerValue | null) => void
}

/** One question with what it takes to answer it. */
export function QuestionView(props: QuestionViewProps) {
  const { question } = props
  const promptId = `prompt-${question.id}`
  return (
    <section className={styles.question} aria-labelledby="question-number">
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
  if (isChosen(question)) {
    return (
      <OptionList question={question} value={value} isReadOnly={isReadOnly} promptId={promptId} onAnswer={onAnswer} />
    )
  }
  return (
    <TypedAnswer
      kind={question.kind === 'number' ? 'number' : 'text'}
      value={typeof value === 'string' ? value : ''}
      isReadOnly={isReadOnly}
      promptId={promptId}
      onAnswer={onAnswer}
    />
  )
}

/** By options; a question that came without any (from a server with other kinds than ours) is answered by typing. */
function isChosen({ kind, options }: Question): boolean {
  return (kind === 'single' || kind === 'multiple') && options != null && options.length > 0
}
