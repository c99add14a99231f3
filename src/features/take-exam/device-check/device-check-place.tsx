import { Suspense, useState } from 'react'
import { storageTexts } from '../../../messages/storage.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Loading } from '../../../ui/loading.tsx'
import styles from './device-check-place.module.css'
import { LazyDeviceCheck } from './lazy-device-check.tsx'
import { useIsFirstExam } from './use-is-first-exam.ts'

/** The check stands here by itself before the first exam, and later when it is asked for. */
export function DeviceCheckPlace({ onStorage }: { onStorage: (works: boolean) => void }) {
  const isFirst = useIsFirstExam()
  const [isWished, setWished] = useState(false)
  if (!isFirst && !isWished) {
    return (
      <div>
        <Button variant="link" onClick={() => setWished(true)}>
          {storageTexts.check}
        </Button>
      </div>
    )
  }
  return (
    <div className={isWished ? undefined : styles.place}>
      <Suspense fallback={<Loading />}>
        <LazyDeviceCheck isWished={isWished} onStorage={onStorage} />
      </Suspense>
    </div>
  )
}
