import { useEffect, useState } from 'react'

/** The shortest wait, in milliseconds: for a reading that barely changes, or a timer that came early. */
const leastWaitMs = 50

/**
 * Calls `beat` with the remaining milliseconds whenever a whole second of them ends: then a face of whole seconds changes. With
 * a fixed interval the face would change late, by up to the interval. Returns how to stop.
 */
export function onEachSecond(read: () => number, beat: (left: number) => void): () => void {
  const wait = () => {
    const rest = read() % 1000
    // An endless time (Infinity) has no such moment and is read every second.
    return Math.max(leastWaitMs, Math.ceil(rest > 0 ? rest : 1000 + rest)) || 1000
  }
  let timer = setTimeout(work, wait())
  function work() {
    beat(read())
    timer = setTimeout(work, wait())
  }
  return () => clearTimeout(timer)
}

/** The remaining milliseconds by `read`, updated when a whole second of them ends. `read` must stay the same function. */
export function useTimeLeft(read: () => number): number {
  const [left, setLeft] = useState(read)
  useEffect(() => onEachSecond(read, setLeft), [read])
  return left
}

/** Milliseconds until a moment of this device's clock. A change of `at` takes effect immediately. */
function useTimeUntil(at: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const left = () => at - Date.now()
    return onEachSecond(left, () => setNow(Date.now()))
  }, [at])
  return at - now
}

/** Whole seconds until a moment of this device's clock, counting down; 0 after it. */
export function useSecondsUntil(at: number): number {
  return Math.max(0, Math.ceil(useTimeUntil(at) / 1000))
}

interface CountdownProps {
  /** Milliseconds since 1970 by this device's clock. */
  endsAt: number
  label: string
  /** Words or digits for the remaining milliseconds, a negative number after the end. */
  format: (left: number) => string
  className?: string | undefined
}

/** The remaining time. Silent, because it changes every second: the component around it announces the time. */
export function Countdown({ endsAt, label, format, className }: CountdownProps) {
  const left = useTimeUntil(endsAt)
  return (
    <span role="timer" aria-label={label} className={className}>
      {format(left)}
    </span>
  )
}
