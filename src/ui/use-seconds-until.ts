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
