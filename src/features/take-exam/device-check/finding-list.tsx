import { deviceCheckTexts as texts } from '../../../messages/device-check.ts'
import { Icon } from '../../../ui/icons/icon.tsx'
import { alert } from '../../../ui/icons/page-drawings.ts'
import { check } from '../../../ui/icons/site-drawings.ts'
import styles from './device-check.module.css'
import type { Finding } from './findings.ts'

const names = [texts.storage, texts.space, texts.lasting, texts.connection, texts.clock]

/** What was looked at and what came of it; null while it is being looked at. Takes the same place from the beginning. */
export function FindingList({ findings }: { findings: readonly Finding[] | null }) {
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
