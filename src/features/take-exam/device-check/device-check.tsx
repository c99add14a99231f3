// A lazy boundary: loaded after the intro is shown.
import { useEffect, useRef, useState } from 'react'
import { deviceCheckTexts as texts } from '../../../messages/device-check.ts'
import { Button } from '../../../ui/button/button.tsx'
import { check, Icon } from '../../../ui/icons/icon.tsx'
import { alert } from '../../../ui/icons/page-drawings.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Text } from '../../../ui/text.tsx'
import { checkDevice, type DeviceReport } from './check-device.ts'
import styles from './device-check.module.css'
import { type Finding, findingsOf } from './findings.ts'

export interface DeviceCheckProps {
  isRequested: boolean
  onStorage: (works: boolean) => void
}

/** Checks whether this device can take an exam, and says in two sentences what happens without a network. */
export function DeviceCheck({ isRequested, onStorage }: DeviceCheckProps) {
  const { report, checkAgain } = useDeviceReport(onStorage)
  const findings = report === null ? null : findingsOf(report)
  const verdict = verdictOf(findings)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // The pressed button is gone, so the heading takes the focus.
    if (isRequested) heading.current?.focus()
  }, [isRequested])
  return (
    <section className={styles.check} aria-labelledby="device-check" aria-busy={report === null}>
      <header className={styles.head}>
        <Text as="h2" variant="subtitle2" id="device-check" ref={heading} tabIndex={-1}>
          {texts.title}
        </Text>
        <p role="status" className={verdict === 'fine' ? styles.ready : undefined}>
          {verdict === 'mind' ? texts.mind(namesOfTrouble(findings ?? [])) : texts[verdict]}
        </p>
      </header>
      {/* Never unfolds by itself: the button that begins the exam is below, perhaps under a finger by now. */}
      <details className={styles.looked}>
        <summary>{texts.looked}</summary>
        <FindingList findings={findings} />
      </details>
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

const isTrouble = ({ verdict }: Finding) => verdict === 'bad' || verdict === 'mind'

/** In lower case, for the middle of a sentence. */
function namesOfTrouble(findings: readonly Finding[]): string {
  return findings
    .filter(isTrouble)
    .map(({ name }) => name.charAt(0).toLowerCase() + name.slice(1))
    .join(', ')
}

function verdictOf(findings: readonly Finding[] | null): 'checking' | 'mind' | 'fine' {
  if (findings === null) return 'checking'
  return findings.some(isTrouble) ? 'mind' : 'fine'
}

const names = [texts.storage, texts.space, texts.lasting, texts.connection, texts.clock]

/** The checks and their outcome; null while they run. Takes the same room from the beginning. */
function FindingList({ findings }: { findings: readonly Finding[] | null }) {
  return (
    <dl className={styles.findings}>
      {names.map((name) => {
        const finding = findings?.find((one) => one.name === name)
        const verdict = finding?.verdict ?? 'plain'
        return (
          <div key={name} className={`${styles.finding} ${styles[verdict]}`}>
            <dt>
              <Icon drawing={verdict === 'bad' || verdict === 'mind' ? alert : check} size={20} />
              <span>{name}</span>
            </dt>
            <dd>{finding?.says ?? '…'}</dd>
          </div>
        )
      })}
    </dl>
  )
}
