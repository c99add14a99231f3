import { examTexts } from '../messages/exam.ts'
import { downloadAnswers } from '../outbox/download-answers.ts'
import { SendAgain } from '../outbox/send-again.tsx'
import { useOutboxState } from '../outbox/use-outbox-state.ts'
import { Button } from '../ui/button/button.tsx'

interface DownloadRefusedProps {
  purchaseId: string
  /** The attempt that the page shows; null where it does not know. */
  attemptId: string | null
  variant: 'primary' | 'border'
  /** What came to nothing was sent once more by the person. */
  onSentAgain: () => void
}

/**
 * The answers of a submission that the server refused, as a file, and another try where that may help; nothing when this
 * browser holds none.
 */
export function DownloadRefused({ purchaseId, attemptId, variant, onSentAgain }: DownloadRefusedProps) {
  // An earlier attempt may have been refused as well: never its answers in place of these.
  const row = useOutboxState().rows.findLast(
    (kept) =>
      kept.purchaseId === purchaseId &&
      kept.state === 'refused' &&
      (attemptId === null || attemptId === (kept.attemptId ?? kept.draftId)),
  )
  if (row === undefined) return null
  return (
    <>
      <SendAgain row={row} size="large" onWaiting={onSentAgain} />
      <Button variant={variant} size="large" onClick={() => downloadAnswers(row)}>
        {examTexts.download}
      </Button>
    </>
  )
}
