import { useEffect, useState } from 'react'

/** A reading that barely changes, or a timer that came early, is read again no sooner, in milliseconds. */
const leastWaitMs = 50

/**
 * Calls `beat` with the milliseconds that `read` says are left, each time that a whole second of them ends: the moment at which a face
 * of whole seconds changes. A beat of its own length would show a second for up to that length too long. Returns how to stop it.
 */
export function onEachSecond(read: () => number, beat: (left: number) => void): () => void {
  const wait = () => {
    const rest = read() % 1000
    // Of an endless time no second ends.
    return Math.max(leastWaitMs, Math.ceil(rest > 0 ? rest : 1000 + rest)) || 1000
  }
  let timer = setTimeout(work, wait())
  function work() {
    beat(read())
    timer = setTimeout(work, wait())
  }
  return () => clearTimeout(timer)
}

/** The milliseconds that `read` says are left, as they were when a whole second of them ended. `read` stays the same function. */
export function useTimeLeft(read: () => number): number {
  const [left, setLeft] = useState(read)
  useEffect(() => onEachSecond(read, setLeft), [read])
  return left
}

/** Milliseconds until a moment of this device's clock. Another moment has its own at once. */
function useTimeUntil(at: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const left = () => at - Date.now()
    return onEachSecond(left, () => setNow(Date.now()))
  }, [at])
  return at - now
}

/** Whole seconds that are left until a moment of this device's clock, counting down; 0 when it has passed. */
export function useSecondsUntil(at: number): number {
  return Math.max(0, Math.ceil(useTimeUntil(at) / 1000))
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
  const left = useTimeUntil(endsAt)
  return (
    <span role="timer" aria-label={label} className={className}>
      {format(left)}
    </span>
  )
}
