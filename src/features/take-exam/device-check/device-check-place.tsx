import { lazy, Suspense, useEffect, useState } from 'react'
import { hasSatExam } from '../../../attempt/replica/attempts.ts'
import { withTimeout } from '../../../concurrency/with-timeout.ts'
import { storageTexts } from '../../../messages/exam.ts'
import { useSession } from '../../../session/session-state.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Loading } from '../../../ui/page.tsx'

interface DeviceCheckPlaceProps {
  /** The person has taken no exam in this browser. */
  isFirst: boolean
  onStorage: (works: boolean) => void
}

/** The check is shown unasked before the first exam, and later on request. */
export function DeviceCheckPlace({ isFirst, onStorage }: DeviceCheckPlaceProps) {
  const [isRequested, setRequested] = useState(false)
  if (!isFirst && !isRequested) {
    return (
      <div>
        <Button variant="link" onClick={() => setRequested(true)}>
          {storageTexts.check}
        </Button>
      </div>
    )
  }
  return (
    <Suspense fallback={<Loading />}>
      <LazyDeviceCheck isRequested={isRequested} onStorage={onStorage} />
    </Suspense>
  )
}

/** A chunk of its own, because most exams begin without the check. If it cannot be loaded, the exam can still begin. */
const LazyDeviceCheck = lazy(async () => {
  try {
    return { default: (await import('./device-check.tsx')).DeviceCheck }
  } catch {
    return { default: CheckUnavailable }
  }
})

function CheckUnavailable() {
  return <Notice>{storageTexts.checkUnavailable}</Notice>
}

/** The page waits this long for the storage, because the check has its place above the button that begins the exam. */
const patienceMs = 1_000

/** Whether this browser knows no exam of the signed-in person; null while that is being read, false without a person. */
export function useIsFirstExam(): boolean | null {
  const ownerId = useSession().user?.id ?? null
  const [isFirst, setFirst] = useState<boolean | null>(null)
  useEffect(() => {
    let isOver = false
    const set = (value: boolean) => {
      if (!isOver) setFirst(value)
    }
    if (ownerId !== null) {
      // A storage that fails or is late is reason enough for a check.
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
