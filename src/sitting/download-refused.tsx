import { examTexts } from '../messages/exam.ts'
import { downloadAnswers } from '../outbox/download-answers.ts'
import { useOutboxState } from '../outbox/use-outbox-state.ts'
import { Button } from '../ui/button/button.tsx'

interface DownloadRefusedProps {
  purchaseId: string
  /** The attempt that the page shows; null where it does not know. */
  attemptId: string | null
  variant: 'primary' | 'border'
}

/** The answers of a submission that the server refused, as a file; nothing when this browser holds none. */
export function DownloadRefused({ purchaseId, attemptId, variant }: DownloadRefusedProps) {
  // An earlier attempt may have been refused as well: never its answers in place of these.
  const row = useOutboxState().rows.findLast(
    (kept) =>
      kept.purchaseId === purchaseId &&
      kept.state === 'refused' &&
      (attemptId === null || attemptId === (kept.attemptId ?? kept.draftId)),
  )
  if (row === undefined) return null
  return (
    <Button variant={variant} size="large" onClick={() => downloadAnswers(row)}>
      {examTexts.download}
    </Button>
  )
}
