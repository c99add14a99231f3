import { useEffect, useRef, useState } from 'react'
import { deviceCheckTexts as texts } from '../../../messages/device-check.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Text } from '../../../ui/text/text.tsx'
import { checkDevice, type DeviceReport } from './check-device.ts'
import styles from './device-check.module.css'
import { FindingList } from './finding-list.tsx'
import { findingsOf } from './findings.ts'

export interface DeviceCheckProps {
  /** The person asked for it and waits there. */
  isWished: boolean
  /** Whether this browser keeps what an exam gives it. */
  onStorage: (works: boolean) => void
}

/** Looks whether this device can take an exam, and says in two sentences what happens when the network goes. */
export function DeviceCheck({ isWished, onStorage }: DeviceCheckProps) {
  const { report, checkAgain } = useDeviceReport(onStorage)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // The button that was pressed is gone.
    if (isWished) heading.current?.focus()
  }, [isWished])
  return (
    <section className={styles.check} aria-labelledby="device-check" aria-busy={report === null}>
      <header className={styles.head}>
        <Text as="h2" variant="subtitle2" id="device-check" ref={heading} tabIndex={-1}>
          {texts.title}
        </Text>
        <p role="status">{sumUp(report)}</p>
      </header>
      <FindingList findings={report === null ? null : findingsOf(report)} />
      {report?.storageWorks === false ? (
        <Notice tone="danger" title={texts.brokenTitle}>
          {texts.broken}
        </Notice>
      ) : (
        <Text>{texts.networkGoes}</Text>
      )}
      <div>
        <Button variant="link" pending={report === null} onClick={checkAgain}>
          {texts.again}
        </Button>
      </div>
    </section>
  )
}

function useDeviceReport(onStorage: (works: boolean) => void) {
  const [report, setReport] = useState<DeviceReport | null>(null)
  const [round, setRound] = useState(0)
  useEffect(() => {
    let isOver = false
    void checkDevice().then((found) => {
      if (isOver) return
      setReport(found)
      onStorage(found.storageWorks)
    })
    return () => {
      isOver = true
    }
    // A new round is a new check.
  }, [round, onStorage])
  const checkAgain = () => {
    setReport(null)
    setRound(round + 1)
  }
  return { report, checkAgain }
}

function sumUp(report: DeviceReport | null): string {
  if (report === null) return texts.checking
  return findingsOf(report).some(({ verdict }) => verdict === 'bad' || verdict === 'mind') ? texts.mind : texts.fine
}
