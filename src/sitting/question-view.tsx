import type { CSSProperties } from 'react'
import type { AnswerValue, Option, Question } from '#contract/question.ts'
import { FigureView } from '../ui/figure/figure-view.tsx'
import styles from './question.module.css'
import { OptionList, type OptionVerdict } from './option-list.tsx'
import { TypedAnswer } from './typed-answer.tsx'
import { useScrollStop } from './use-scroll-stop.ts'

interface QuestionViewProps {
  question: Question
  /** The heading that says which question this is. */
  headingId: string
  /** What stands in its field or is chosen. */
  value: AnswerValue | null
  isReadOnly: boolean
  onAnswer: (value: AnswerValue | null) => void
  /** Nothing of it may be out of sight: it takes what the bars of an exam leave of the window, and shows the keys that choose. */
  fillsWindow?: boolean
  /** After it was judged: what the answer made of this option. */
  verdictOf?: ((option: Option) => OptionVerdict | null) | undefined
}

/** One question with what it takes to answer it: of an exam, a training, or one task at a time. */
export function QuestionView({ fillsWindow = false, headingId, ...props }: QuestionViewProps) {
  const { question } = props
  const { prompt, figure } = question
  const promptId = `prompt-${question.id}`
  const words = useScrollStop<HTMLParagraphElement>()
  return (
    <section
      className={`${styles.question} ${fillsWindow ? styles.filling : ''}`}
      aria-labelledby={headingId}
      style={{ '--letters': longestWord(question) } as CSSProperties}
    >
      <p ref={words} id={promptId} className={`${styles.prompt} ${isLong(prompt) ? styles.long : ''}`}>
        {prompt}
      </p>
      {figure != null && (
        <div className={styles.place}>
          <div className={styles.figure} style={{ '--ratio': figure.width / figure.height } as CSSProperties}>
            <FigureView figure={figure} />
          </div>
        </div>
      )}
      <AnswerInput {...props} promptId={promptId} />
    </section>
  )
}

type AnswerInputProps = Omit<QuestionViewProps, 'headingId' | 'fillsWindow'> & { promptId: string }

function AnswerInput({ question, value, isReadOnly, onAnswer, verdictOf, promptId }: AnswerInputProps) {
  if (isChosen(question)) {
    return (
      <OptionList
        question={question}
        value={value}
        isReadOnly={isReadOnly}
        promptId={promptId}
        onAnswer={onAnswer}
        verdictOf={verdictOf}
      />
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

/** A prompt of more than two lines may scroll in its place; a shorter one is always whole. */
function isLong(prompt: string): boolean {
  return prompt.length > 80 || prompt.includes('\n')
}

/** The letters of the longest option, by which the columns are made that hold each of them in one line. */
function longestWord({ options }: Question): number {
  return Math.max(0, ...(options ?? []).map(({ text }) => text?.length ?? 0))
}
