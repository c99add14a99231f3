import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { readNumber } from '#contract/number-answer.ts'
import { isBlankText } from '#contract/pasted-text.ts'
import type { Verdict } from '#contract/practice.ts'
import type { AnswerValue, Question } from '#contract/question.ts'
import { numberTexts } from '../../../messages/number-answer.ts'
import { practiceTexts } from '../../../messages/training.ts'
import { ExplanationView } from '../../../items/explanation-view.tsx'
import { listed, verdictOf } from '../../../items/verdict-of.ts'
import { QuestionView } from '../../../attempt/screens/question-view.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { FigureView } from '../../../ui/figure-view.tsx'
import { check, cross, Icon } from '../../../ui/icons/icon.tsx'
import { Text } from '../../../ui/text.tsx'
import styles from './practice.module.css'

/** device: on this disk alone · page: in memory alone · over: the practice had ended before · refused: for another reason. */
export type AnswerPlace = 'device' | 'page' | 'server' | 'over' | 'refused'

/** A press this soon after the bar has changed was meant for the button before. */
const settlesInMs = 400

interface PracticeTaskProps {
  question: Question
  headingId: string
  /** Null before the answer is judged. */
  verdict: Verdict | null
  /** Where the answer is; null where nothing is known of it. */
  place: AnswerPlace | null
  /** The sentence about the failure of the last call. */
  failure: string | null
  isPending: boolean
  /** All tasks are answered. */
  isLast: boolean
  /** null: the person does not know. */
  onAnswer: (value: AnswerValue | null) => void
  onNext: () => void
}

/** One task, answered and explained in one place: the page scrolls to the verdict, the question stays. Key: the question's id. */
export function PracticeTask({
  question,
  headingId,
  verdict,
  place,
  failure,
  isPending,
  isLast,
  onAnswer,
  onNext,
}: PracticeTaskProps) {
  const [value, setValue] = useState<AnswerValue | null>(null)
  const [isTooEarly, setTooEarly] = useState(false)
  const reply = useRef<HTMLDivElement>(null)
  const wasJudged = useRef(verdict !== null)
  useEffect(() => {
    if (verdict === null || wasJudged.current) return
    wasJudged.current = true
    // The options are read-only now, so the reply takes the focus.
    reply.current?.focus({ preventScroll: true })
    reply.current?.scrollIntoView({ block: 'nearest' })
  }, [verdict])

  const isSettled = useSettled(verdict === null ? 'asked' : 'judged')
  const shown = verdict === null ? value : (verdict.given ?? null)
  const isUnread = question.kind === 'number' && typeof value === 'string' && readNumber(value) === undefined
  const isNothing = value === null || (typeof value === 'string' && isBlankText(value))
  const submit = () => {
    if (verdict !== null) return onNext()
    setTooEarly(isNothing || isUnread)
    if (!isNothing && !isUnread) onAnswer(value)
  }
  const change = (next: AnswerValue | null) => {
    setValue(next)
    setTooEarly(false)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- what is heard comes up from the form's own fields
    <form
      className={styles.task}
      translate="no"
      onKeyDown={ignoreHeldEnter}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending && isSettled) submit()
      }}
    >
      <QuestionView
        question={question}
        headingId={headingId}
        value={shown}
        isReadOnly={verdict !== null}
        onAnswer={change}
        fillsWindow
        verdictOf={(option) => verdictOf(option, listed(shown), verdict?.right ?? null)}
      />
      <div className={`${styles.bar} ${verdict === null ? '' : `${styles.sheet} ${styles[toneOf(verdict)]}`}`}>
        <div ref={reply} tabIndex={-1} aria-live="polite" className={styles.reply}>
          {isTooEarly && <Text tone="danger">{isUnread ? numberTexts.hint : practiceTexts.chooseFirst}</Text>}
          {failure !== null && <Text tone="danger">{failure}</Text>}
          {verdict !== null && <Judged question={question} verdict={verdict} />}
          {verdict !== null && <PlaceLine place={place} />}
        </div>
        <div className={styles.actions}>
          {/* A new element for each stage: no press begins on one button and ends on the other. */}
          <Button
            key={verdict === null ? 'check' : 'next'}
            type="submit"
            size="large"
            pending={isPending}
            settling={!isSettled}
          >
            {verdict === null ? practiceTexts.check : isLast ? practiceTexts.finish : practiceTexts.next}
          </Button>
          {verdict === null && (
            <Button
              key="unknown"
              variant="border"
              size="large"
              settling={!isSettled || isPending}
              onClick={() => onAnswer(null)}
            >
              {practiceTexts.unknown}
            </Button>
          )}
        </div>
      </div>
    </form>
  )
}

/** Whether this stage of a task has been there long enough for a press to be meant for it. */
function useSettled(stage: string): boolean {
  const [settled, setSettled] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(stage), settlesInMs)
    return () => clearTimeout(timer)
  }, [stage])
  return settled === stage
}

/** An Enter that is held down would answer, and then continue. */
function ignoreHeldEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.repeat) event.preventDefault()
}

const placeTexts = {
  device: practiceTexts.onDevice,
  page: practiceTexts.onPage,
  server: practiceTexts.onServer,
  over: practiceTexts.over,
  refused: practiceTexts.refused,
} as const

/** Shown only for an answer that had to wait. */
function PlaceLine({ place }: { place: AnswerPlace | null }) {
  const [hasWaited, setWaited] = useState(false)
  if (!hasWaited && place !== null && place !== 'server') setWaited(true)
  if (place === null || (place === 'server' && !hasWaited)) return null
  return <Text tone={place === 'device' || place === 'server' ? 'soft' : 'danger'}>{placeTexts[place]}</Text>
}

/** A person who honestly did not know has done nothing wrong. */
const toneOf = ({ correct, given }: Verdict) => (correct ? 'right' : given == null ? 'shown' : 'wrong')

const verdictTexts = {
  right: practiceTexts.right,
  wrong: practiceTexts.wrong,
  shown: practiceTexts.shown,
} as const

function Judged({ question, verdict }: { question: Question; verdict: Verdict }) {
  const tone = toneOf(verdict)
  return (
    <>
      <p className={styles.verdict}>
        {tone !== 'shown' && <Icon drawing={tone === 'right' ? check : cross} />}
        <span>{verdictTexts[tone]}</span>
      </p>
      {tone !== 'right' && <RightAnswer question={question} right={listed(verdict.right)} />}
      <ExplanationView {...verdict} />
    </>
  )
}

/** The right answer next to the verdict: its option may be out of sight. */
function RightAnswer({ question, right }: { question: Question; right: readonly string[] }) {
  const options = (question.options ?? []).filter(({ id }) => right.includes(id))
  const words = question.options?.length ? options.flatMap(({ text }) => text ?? []) : right
  const drawn = options.flatMap(({ id, figure }) => (figure == null ? [] : { id, figure }))
  if (words.length > 0) return <Text>{practiceTexts.rightAnswer(words.join(', '))}</Text>
  if (drawn.length === 0) return null
  return (
    <div className={styles.rightFigures}>
      <Text>{practiceTexts.rightFigure}</Text>
      {drawn.map(({ id, figure }) => (
        <div key={id} className={styles.rightFigure}>
          <FigureView figure={figure} />
        </div>
      ))}
    </div>
  )
}
