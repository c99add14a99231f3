import { useEffect, useState } from 'react'
import { clockFace } from '../messages/formats.ts'
import { runningExamTexts } from '../messages/running-exam.ts'

/** The time that a running exam has left. Silent: it changes every second, and the exam itself speaks of its clock. */
export function ExamCountdown({ endsAt, className }: { endsAt: number; className?: string | undefined }) {
  const [left, setLeft] = useState(() => endsAt - Date.now())
  useEffect(() => {
    const timer = setInterval(() => setLeft(endsAt - Date.now()), 500)
    return () => clearInterval(timer)
  }, [endsAt])
  return (
    <span role="timer" aria-label={runningExamTexts.timeLeft} className={className}>
      {clockFace(left)}
    </span>
  )
}
