import { lazy } from 'react'
import { deviceCheckTexts } from '../../../messages/device-check.ts'
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
  return <Notice>{deviceCheckTexts.unavailable}</Notice>
}
