import { useEffect, useState } from 'react'
import { crossedThreshold, type Threshold, urgencyOf } from '../engine/exam-clock.ts'
import { examTexts } from '../messages/exam.ts'
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
        {clockFace(left)}
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
  return <span className={styles.left}>{clockFace(left)}</span>
}

/** 1:05:09 or 05:09, rounded up, so that 00:00 is never shown while time is left. */
function clockFace(milliseconds: number): string {
  if (milliseconds <= 0) return examTexts.timeIsUp
  const seconds = Math.ceil(milliseconds / 1000)
  const two = (n: number) => String(n).padStart(2, '0')
  const hours = Math.floor(seconds / 3600)
  const rest = `${two(Math.floor((seconds % 3600) / 60))}:${two(seconds % 60)}`
  return hours > 0 ? `${hours}:${rest}` : rest
}
