import { useEffect, useState } from 'react'
import { useSession } from '../../../session/use-session.ts'
import { hasSatExam } from '../../../attempt/replica/attempts.ts'

/** Whether this person has not sat an exam in this browser, as far as it knows; false while that is being read. */
export function useIsFirstExam(): boolean {
  const ownerId = useSession().user?.id ?? null
  const [isFirst, setFirst] = useState(false)
  useEffect(() => {
    let isOver = false
    const set = (value: boolean) => {
      if (!isOver) setFirst(value)
    }
    if (ownerId !== null) {
      // A storage that cannot be read is reason enough for a check.
      hasSatExam(ownerId).then(
        (hasSat) => set(!hasSat),
        () => set(true),
      )
    }
    return () => {
      isOver = true
    }
  }, [ownerId])
  return isFirst
}
