import { useEffect, useState } from 'react'

/** Whole seconds that are left until a moment of this device's clock, counting down; 0 when it has passed. */
export function useSecondsUntil(at: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.ceil((at - now) / 1000))
}

interface CountdownProps {
  /** Milliseconds since 1970 by this device's clock. */
  endsAt: number
  label: string
  /** Says in words or digits how many milliseconds are left; fewer than 0 once it has passed. */
  format: (left: number) => string
  className?: string | undefined
}

/** The time that something has left. Silent: it changes every second, and what it counts for speaks of its clock itself. */
export function Countdown({ endsAt, label, format, className }: CountdownProps) {
  const [left, setLeft] = useState(() => endsAt - Date.now())
  useEffect(() => {
    const timer = setInterval(() => setLeft(endsAt - Date.now()), 500)
    return () => clearInterval(timer)
  }, [endsAt])
  return (
    <span role="timer" aria-label={label} className={className}>
      {format(left)}
    </span>
  )
}
