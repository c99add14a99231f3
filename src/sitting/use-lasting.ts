import { useEffect, useState } from 'react'

/** True once `isTrue` has been true for this long without a break (milliseconds); false at once when it ends. */
export function useLasting(isTrue: boolean, duration: number): boolean {
  const [hasLasted, setLasted] = useState(false)
  useEffect(() => {
    if (!isTrue) return
    const timer = setTimeout(() => setLasted(true), duration)
    return () => {
      clearTimeout(timer)
      setLasted(false)
    }
  }, [isTrue, duration])
  return isTrue && hasLasted
}
