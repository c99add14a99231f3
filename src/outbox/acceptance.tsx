import { moment } from '../messages/formats.ts'
import { outboxTexts } from '../messages/outbox.ts'
import { Button } from '../ui/button/button.tsx'
import { Text } from '../ui/text/text.tsx'
import styles from './outbox.module.css'
import { readReceipt } from './read-receipt.ts'
import { saveReceipt } from './save-receipt.ts'

interface AcceptanceProps {
  /** The server's signed word that it has the answers. */
  receipt: string
  /** The server has closed the exam by itself, with what it had. */
  isUnattended?: boolean
}

/** What a person holds in hand from the moment that the server has the work: when it came, its number, the signed word. */
export function Acceptance({ receipt, isUnattended = false }: AcceptanceProps) {
  const content = readReceipt(receipt)
  const instant = content === null ? Number.NaN : Date.parse(content.at)
  const at = Number.isNaN(instant) ? null : moment(instant)
  return (
    <div className={styles.acceptance}>
      <p>{isUnattended ? outboxTexts.closedUnattended(at) : outboxTexts.accepted(at)}</p>
      {content !== null && (
        <Text variant="small" tone="soft">
          {outboxTexts.attemptNumber(content.attempt_id)}
        </Text>
      )}
      <div>
        <Button variant="link" onClick={() => saveReceipt(receipt, content?.attempt_id ?? null, 'accepted')}>
          {outboxTexts.keepReceipt}
        </Button>
      </div>
    </div>
  )
}
