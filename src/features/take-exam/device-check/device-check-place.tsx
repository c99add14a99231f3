import { Suspense, useState } from 'react'
import { storageTexts } from '../../../messages/storage.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Loading } from '../../../ui/loading.tsx'
import styles from './device-check-place.module.css'
import { LazyDeviceCheck } from './lazy-device-check.tsx'

interface DeviceCheckPlaceProps {
  /** Whether this person has sat no exam in this browser. */
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
    <div className={isRequested ? undefined : styles.place}>
      <Suspense fallback={<Loading />}>
        <LazyDeviceCheck isRequested={isRequested} onStorage={onStorage} />
      </Suspense>
    </div>
  )
}
