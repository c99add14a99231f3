import { useEffect, useState } from 'react'
import { crossedThreshold, type Threshold, urgencyOf } from '../engine/exam-clock.ts'
import { examTexts } from '../messages/exam.ts'
import { clockFace } from '../messages/formats.ts'
import styles from './exam-bar.module.css'

const spoken: Record<Threshold, string> = {
  half: examTexts.half,
  'five-minutes': examTexts.fiveMinutes,
  'one-minute': examTexts.oneMinute,
}

interface ExamClockProps {
  /** Milliseconds until the deadline. */
  remaining: () => number | null
  duration: number | null
}

/** The time that is left. Screen readers hear of it at three moments only; every second would drown the questions. */
export function ExamClock({ remaining, duration }: ExamClockProps) {
  const [left, setLeft] = useState(() => remaining() ?? 0)
  const [said, setSaid] = useState('')
  useEffect(() => {
    let before = remaining() ?? 0
    const timer = setInterval(() => {
      const now = remaining() ?? 0
      const crossed = crossedThreshold(before, now, duration)
      if (crossed !== null) setSaid(spoken[crossed])
      before = now
      setLeft(now)
    }, 500)
    return () => clearInterval(timer)
  }, [remaining, duration])
  return (
    <>
      <span
        role="timer"
        aria-label={examTexts.clock}
        className={`${styles.clock} ${styles[urgencyOf(left, duration)] ?? ''}`}
      >
        {faceOf(left)}
      </span>
      <span role="status" className={styles.spoken}>
        {said}
      </span>
    </>
  )
}

/** The same time in a sentence; silent, for the clock itself speaks. */
export function TimeLeft({ remaining }: Pick<ExamClockProps, 'remaining'>) {
  const [left, setLeft] = useState(() => remaining() ?? 0)
  useEffect(() => {
    const timer = setInterval(() => setLeft(remaining() ?? 0), 500)
    return () => clearInterval(timer)
  }, [remaining])
  return <span className={styles.left}>{faceOf(left)}</span>
}

const faceOf = (left: number) => (left > 0 ? clockFace(left) : examTexts.timeIsUp)
