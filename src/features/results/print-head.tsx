import { useState } from 'react'
import { seenName } from '#contract/pasted-text.ts'
import { apiOrigin } from '../../http/api-url.ts'
import { date } from '../../messages/formats.ts'
import { resultTexts } from '../../messages/result.ts'
import { siteTexts } from '../../messages/site.ts'
import { useSession } from '../../session/use-session.ts'
import { Mark } from '../../ui/mark.tsx'
import styles from './print-head.module.css'

/** What paper needs and a screen shows elsewhere: whose result it is, whose word, and when it was printed. */
export function PrintHead() {
  const { user } = useSession()
  const [today] = useState(() => new Date().toISOString())
  const name = [user?.first_name, user?.last_name]
    .map((each) => seenName(each ?? ''))
    .filter(Boolean)
    .join(' ')
  return (
    <div className={styles.head}>
      <Mark size={32} />
      <p className={styles.site}>{siteTexts.name}</p>
      <p className={styles.name}>{name === '' ? user?.email : name}</p>
      <p className={styles.printed}>{resultTexts.printed(date(today))}</p>
    </div>
  )
}

/** Below all that paper shows: how who holds it finds out whether it is true. */
export function PrintProof({ attemptId }: { attemptId: string }) {
  return (
    <p className={styles.proof}>
      {resultTexts.proofOnPaper(attemptId, `${apiOrigin || window.location.origin}/api/receipts/keys/`)}
    </p>
  )
}
