import { moment } from '../../messages/formats.ts'
import { submissionTexts } from '../../messages/submissions.ts'
import { Button } from '../../ui/button/button.tsx'
import { Text } from '../../ui/text/text.tsx'
import styles from './submissions.module.css'
import { readReceipt, saveReceipt } from './receipts.ts'

interface AcceptanceProps {
  /** The receipt: the server's signed statement that it has the answers. */
  receipt: string
  /** The server has closed the exam by itself, with what it had. */
  isUnattended?: boolean
}

/** What a person has from the moment at which the server has the work: when it came, its number, the receipt. */
export function Acceptance({ receipt, isUnattended = false }: AcceptanceProps) {
  const content = readReceipt(receipt)
  const instant = content === null ? Number.NaN : Date.parse(content.at)
  const at = Number.isNaN(instant) ? null : moment(instant)
  return (
    <div className={styles.acceptance}>
      <p>{isUnattended ? submissionTexts.closedUnattended(at) : submissionTexts.accepted(at)}</p>
      {content !== null && (
        <Text variant="small" tone="soft">
          {submissionTexts.attemptNumber(content.attempt_id)}
        </Text>
      )}
      <div>
        <Button variant="link" onClick={() => saveReceipt(receipt, content?.attempt_id ?? null, 'accepted')}>
          {submissionTexts.keepReceipt}
        </Button>
      </div>
    </div>
  )
}
