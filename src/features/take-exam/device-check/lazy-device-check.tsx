import { lazy } from 'react'
import { storageTexts } from '../../../messages/storage.ts'
import { Notice } from '../../../ui/notice.tsx'

/** The check as code of its own: most exams begin without it. One that cannot be loaded keeps nobody from the exam. */
export const LazyDeviceCheck = lazy(async () => {
  try {
    return { default: (await import('./device-check.tsx')).DeviceCheck }
  } catch {
    return { default: CheckUnavailable }
  }
})

function CheckUnavailable() {
  return <Notice>{storageTexts.checkUnavailable}</Notice>
}
