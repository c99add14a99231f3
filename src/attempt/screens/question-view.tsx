import { type CSSProperties, useState } from 'react'
import { readNumber } from '#contract/number-answer.ts'
import { isBlankText, withoutUnseen } from '#contract/pasted-text.ts'
import { type AnswerValue, longestAnswer, type Option, type Question } from '#contract/question.ts'
import { examTexts } from '../../messages/exam.ts'
import { numberTexts } from '../../messages/number-answer.ts'
import { Choice } from '../../ui/choice.tsx'
import { NumberField } from '../../ui/field/number-field.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { FigureView } from '../../ui/figure-view.tsx'
import { boundDash } from '../../ui/text.tsx'
import hidden from '../../ui/visually-hidden.module.css'
import styles from './question.module.css'

interface OptionVerdict {
  verdict: 'right' | 'wrong'
  verdictText: string
}

interface QuestionViewProps {
  question: Question
  /** The heading that says which question this is. */
  headingId: string
  /** What is in the question's field, or chosen. */
  value: AnswerValue | null
  isReadOnly: boolean
  onAnswer: (value: AnswerValue | null) => void
  /** The question is at least as high as the page's bars leave room (`--stage`), its drawing as large as that allows. */
  fillsWindow?: boolean
  /** Whether the digits that choose are shown beside the options. */
  showsKeys?: boolean
  /** After the answer was judged: the verdict on this option. */
  verdictOf?: ((option: Option) => OptionVerdict | null) | undefined
}

/** One question and what it takes to answer it: in an exam, a training or a practice. */
export function QuestionView({ fillsWindow = false, showsKeys = false, headingId, ...props }: QuestionViewProps) {
  const { question } = props
  const { figure } = question
  const { text, last, isAsked } = partsOf(question)
  const promptId = `prompt-${question.id}`
  const lastId = `last-${question.id}`
  return (
    <section
      className={`${styles.question} ${fillsWindow ? styles.filling : ''} ${showsKeys ? styles.keyed : ''}`}
      aria-labelledby={headingId}
      translate="no"
      style={measuresOf(question)}
    >
      <p id={promptId} className={`${styles.prompt} ${isAsked ? styles.clues : ''}`}>
        {boundDash(text)}
      </p>
      {last !== null && (
        <p id={lastId} className={`${styles.prompt} ${styles.last}`}>
          {boundDash(last)}
        </p>
      )}
      {figure != null && (
        <div className={styles.place}>
          <div className={styles.figure}>
            <FigureView figure={figure} />
          </div>
        </div>
      )}
      <AnswerInput {...props} promptId={last === null ? promptId : `${promptId} ${lastId}`} />
    </section>
  )
}

type AnswerInputProps = Omit<QuestionViewProps, 'headingId' | 'fillsWindow' | 'showsKeys'> & {
  /** The ids of the prompt's paragraphs. */
  promptId: string
}

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

/** Whether options answer the question. One that came without any (another server has other kinds) is answered by typing. */
function isChosen({ kind, options }: Question): boolean {
  return (kind === 'single' || kind === 'multiple') && options != null && options.length > 0
}

interface PromptParts {
  text: string
  /** The last paragraph; null where the prompt is one paragraph. */
  last: string | null
  /** The last paragraph asks, and the paragraphs before it are the clues. */
  isAsked: boolean
}

/** The last paragraph says what is asked. It is told apart from the clues before it. */
function partsOf({ prompt, figure }: Question): PromptParts {
  const edge = prompt.lastIndexOf('\n\n')
  const last = prompt.slice(edge + 2)
  if (edge < 1 || figure != null || last.trim() === '') {
    return { text: prompt, last: null, isAsked: false }
  }
  // «лев — ?» asks nothing: its sign stands for a word.
  return { text: prompt.slice(0, edge), last, isAsked: /\p{L}\?$/u.test(last) }
}

/**
 * The measures from which question.module.css makes its columns: the letters of the longest option in one line, and in two
 * lines broken where the longer of them is shortest; and the drawing's ratio of width to height.
 */
function measuresOf({ options, figure }: Question): CSSProperties {
  const texts = (options ?? []).map(({ text }) => text ?? '')
  return {
    '--letters': Math.max(0, ...texts.map(({ length }) => length)),
    '--half': Math.max(0, ...texts.map(lettersInTwoLines)),
    ...(figure != null && { '--ratio': figure.width / figure.height }),
  } as CSSProperties
}

function lettersInTwoLines(text: string): number {
  const lengths = [...text.matchAll(/ /g)].map(({ index }) => Math.max(index, text.length - index - 1))
  return Math.min(text.length, ...lengths)
}

interface OptionListProps {
  question: Question
  value: AnswerValue | null
  isReadOnly: boolean
  promptId: string
  onAnswer: (value: AnswerValue | null) => void
  verdictOf?: ((option: Option) => OptionVerdict | null) | undefined
}

/** The options of a question. The number beside each is the key that chooses it. */
function OptionList({ question, value, isReadOnly, promptId, onAnswer, verdictOf }: OptionListProps) {
  const options = question.options ?? []
  const chosen = chosenOptions(value)
  const isSingle = question.kind === 'single'
  const hasFigures = options.some(({ figure }) => figure != null)
  return (
    <fieldset className={styles.answers} disabled={isReadOnly} aria-describedby={promptId}>
      <legend className={`${styles.instruction} ${isSingle ? hidden.inTightWindow : ''}`}>
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
            verdictShows={hasFigures ? 'sign' : 'word-if-room'}
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

export function chosenOptions(value: AnswerValue | null): readonly string[] {
  if (value === null) return []
  return typeof value === 'string' ? [value] : value
}

/** The answer after an option was pressed: that option, or one more or fewer of several, in the question's order. */
export function chooseOption(question: Question, value: AnswerValue | null, optionId: string): AnswerValue | null {
  if (question.kind === 'single') return optionId
  const chosen = new Set(chosenOptions(value))
  if (!chosen.delete(optionId)) chosen.add(optionId)
  const ids = (question.options ?? []).map((option) => option.id).filter((id) => chosen.has(id))
  return ids.length === 0 ? null : ids
}

interface TypedAnswerProps {
  kind: 'number' | 'text'
  value: string
  isReadOnly: boolean
  promptId: string
  onAnswer: (value: string) => void
}

/**
 * An answer that is typed. Every key gives it again, so that nothing is said of a text that has left the field. Invisible
 * characters that were pasted along are left out.
 */
export function TypedAnswer({ kind, value, isReadOnly, promptId, onAnswer }: TypedAnswerProps) {
  // While a person types, the field shows its own text, blanks and all; afterwards the answer that the exam holds.
  const [typed, setTyped] = useState<string | null>(null)
  // A field that is disabled under the caret gets no blur event.
  if (isReadOnly && typed !== null) setTyped(null)
  const give = (text: string) => {
    setTyped(text)
    onAnswer(withoutUnseen(text))
  }
  const shared = {
    maxLength: longestAnswer,
    value: typed ?? value,
    disabled: isReadOnly,
    'aria-describedby': promptId,
    onBlur: () => setTyped(null),
  }
  if (kind === 'number') {
    return (
      <NumberField
        {...shared}
        label={examTexts.numberAnswer}
        hint={numberTexts.hint}
        signLabel={numberTexts.sign}
        onType={give}
      />
    )
  }
  return (
    <TextField
      {...shared}
      label={examTexts.textAnswer}
      autoComplete="off"
      onChange={(event) => give(event.currentTarget.value)}
    />
  )
}

interface UnreadNumbers {
  /** What the field of this question shows: the text that was typed last, even if it is no number. */
  readonly shown: AnswerValue | null
  /** The shown text is no number and so no answer: nothing may call it saved. */
  readonly isUnread: boolean
  readonly answer: (value: AnswerValue | null) => void
}

/**
 * Between a question's field and its answer. Where a number is asked for, text that is no number stays on the screen and is
 * no answer. The former answer counts until there is another, or the field is empty: a slip of a key takes nothing back
 * (decision 0095).
 */
export function useUnreadNumbers(
  { id, kind }: Question,
  held: AnswerValue | null,
  isReadOnly: boolean,
  give: (value: AnswerValue | null) => void,
): UnreadNumbers {
  const [unread, setUnread] = useState<ReadonlyMap<string, string>>(new Map())
  // Another device writes now: its answer is shown, and unread text is dropped.
  if (isReadOnly && unread.size > 0) setUnread(new Map())
  const text = isReadOnly ? undefined : unread.get(id)
  const shown = text ?? held
  const answer = (value: AnswerValue | null) => {
    const isUnread = isNoNumber(kind, value)
    const next = new Map(unread)
    if (isUnread) next.set(id, String(value))
    else next.delete(id)
    if (isUnread || unread.has(id)) setUnread(next)
    if (!isUnread) give(value)
  }
  return { shown, isUnread: isNoNumber(kind, shown), answer }
}

function isNoNumber(kind: Question['kind'], value: AnswerValue | null): boolean {
  return kind === 'number' && typeof value === 'string' && !isBlankText(value) && readNumber(value) === undefined
}
