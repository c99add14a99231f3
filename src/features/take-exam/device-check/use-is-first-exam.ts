import { useEffect, useState } from 'react'
import { withTimeout } from '../../../concurrency/with-timeout.ts'
import { useSession } from '../../../session/use-session.ts'
import { hasSatExam } from '../../../attempt/replica/attempts.ts'

/** The page waits for the answer, since the check has its place above the button that begins the exam. */
const patienceMs = 1_000

/** Whether this person has not sat an exam in this browser, as far as it knows; null while that is being read, false of nobody. */
export function useIsFirstExam(): boolean | null {
  const ownerId = useSession().user?.id ?? null
  const [isFirst, setFirst] = useState<boolean | null>(null)
  useEffect(() => {
    let isOver = false
    const set = (value: boolean) => {
      if (!isOver) setFirst(value)
    }
    if (ownerId !== null) {
      // A storage that cannot be read, or not in time, is reason enough for a check.
      withTimeout(hasSatExam(ownerId), patienceMs).then(
        (hasSat) => set(!hasSat),
        () => set(true),
      )
    }
    return () => {
      isOver = true
    }
  }, [ownerId])
  return ownerId === null ? false : isFirst
}
