import { type ReactNode, type RefObject, useCallback, useEffect, useState } from 'react'
import { mergedAnswers } from '../machine/answers.ts'
import { crossedThreshold, type Threshold, urgencyOf } from '../machine/clock.ts'
import type { Answering } from '../machine/state.ts'
import { examTexts } from '../../messages/exam.ts'
import { clockFace } from '../../messages/formats.ts'
import { Button } from '../../ui/button/button.tsx'
import { onEachSecond, useTimeLeft } from '../../ui/countdown.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { unfold } from '../../ui/icons/page-drawings.ts'
import type { AttemptController } from '../control/controller.ts'
import styles from './attempt-bar.module.css'
import hidden from '../../ui/visually-hidden.module.css'
import { useAttemptTexts } from './attempt-texts.ts'

interface AttemptBarProps {
  controller: AttemptController
  state: Answering
  headingRef: RefObject<HTMLHeadingElement | null>
  showsClock: boolean
  /** Whether the server is there, or what else the person should know. */
  children: ReactNode
  onSubmit: () => void
  /** Shows all questions, where they are not beside this one. */
  onMap: () => void
  /** The pause button, where there is room for it. */
  pause: ReactNode
}

/** Always in sight: which question of which exam, whether the server is there, the time left, the way to submit it. */
export function AttemptBar({
  controller,
  state,
  headingRef,
  showsClock,
  children,
  onSubmit,
  onMap,
  pause,
}: AttemptBarProps) {
  const texts = useAttemptTexts()
  const { paper, position, writer, answers } = state
  const answered = mergedAnswers(answers).length / paper.questions.length
  return (
    <div className={styles.bar}>
      <TabTitle number={position + 1} total={paper.questions.length} />
      <div className={styles.inner}>
        {/* Over the number and the line below, as high as a finger. First, so that «Здати» is one step from the heading. */}
        <button
          type="button"
          className={styles.toMap}
          aria-labelledby="question-number question-map"
          aria-haspopup="dialog"
          onClick={onMap}
        />
        <div className={styles.state}>
          <span className={styles.title}>{paper.test?.title ?? texts.label}</span>
          {children}
          <span className={styles.unfold}>
            <Icon drawing={unfold} size={16} />
          </span>
        </div>
        {paper.attemptInfo.deadlineAt !== null && (
          <ExamClock remaining={controller.remaining} duration={paper.attemptInfo.duration} isShown={showsClock} />
        )}
        <div className={styles.pause}>{pause}</div>
        <Button variant="border" size="small" disabled={writer !== 'here'} onClick={onSubmit}>
          <span>
            <span>{examTexts.submitShort}</span>
            <span className={styles.wide}>{` ${texts.submitWhat}`}</span>
          </span>
        </Button>
        {/* Last, although it is drawn first: from the heading one step leads to the answers, and one back to «Здати». */}
        <h1
          key={paper.questions[position]!.id}
          ref={headingRef}
          id="question-number"
          tabIndex={-1}
          className={styles.number}
        >
          {examTexts.questionOf(position + 1, paper.questions.length)}
        </h1>
      </div>
      {/* The map says the same in words. */}
      <span className={styles.progress} style={{ scale: `${answered} 1` }} aria-hidden="true" />
    </div>
  )
}

interface TabTitleProps {
  number: number
  total: number
}

/**
 * The tab's title. Mount it once for all questions: a new one each time would be added to the page's head and removed from
 * it. A browser spends some milliseconds on every change, and the next question must not wait for them.
 */
function TabTitle({ number, total }: TabTitleProps) {
  const { label } = useAttemptTexts()
  const text = `${examTexts.questionOf(number, total)} · ${label}`
  const [shown, setShown] = useState(text)
  useEffect(() => afterPaint(() => setShown(text)), [text])
  return <title>{shown}</title>
}

const spoken: Record<Threshold, string> = {
  half: examTexts.half,
  'five-minutes': examTexts.fiveMinutes,
  'one-minute': examTexts.oneMinute,
}

interface ExamClockProps {
  /** Milliseconds until the deadline. */
  remaining: () => number | null
  duration: number | null
  /** A person whom the clock makes anxious may hide it; its last minute is always shown. */
  isShown: boolean
}

/** The time that is left. Screen readers hear of it at three moments only; every second would drown the questions. */
export function ExamClock({ remaining, duration, isShown }: ExamClockProps) {
  const [left, setLeft] = useState(() => remaining() ?? 0)
  const [said, setSaid] = useState('')
  useEffect(() => {
    const read = () => remaining() ?? 0
    let before = read()
    return onEachSecond(read, (now) => {
      const crossed = crossedThreshold(before, now, duration)
      if (crossed !== null) setSaid(spoken[crossed])
      before = now
      setLeft(now)
    })
  }, [remaining, duration])
  const urgency = urgencyOf(left, duration)
  return (
    <>
      {(isShown || urgency === 'last') && (
        <span role="timer" aria-label={examTexts.clock} className={`${styles.clock} ${styles[urgency] ?? ''}`}>
          {faceOf(left)}
        </span>
      )}
      <span role="status" className={hidden.visuallyHidden}>
        {said}
      </span>
    </>
  )
}

/** The same time in a sentence; silent, because the clock itself speaks. */
export function TimeLeft({ remaining }: Pick<ExamClockProps, 'remaining'>) {
  const left = useTimeLeft(useCallback(() => remaining() ?? 0, [remaining]))
  return <span className={styles.left}>{faceOf(left)}</span>
}

const faceOf = (left: number) => (left > 0 ? clockFace(left) : examTexts.timeIsUp)

/** Runs `work` when the last drawing is on the screen, so that the screen does not wait for it. Returns how to cancel it. */
export function afterPaint(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  // The callback itself runs before the paint of its frame.
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(work)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
