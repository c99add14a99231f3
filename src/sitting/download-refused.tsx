import { examTexts } from '../messages/exam.ts'
import { downloadAnswers } from '../outbox/download-answers.ts'
import { useOutboxState } from '../outbox/use-outbox-state.ts'
import { Button } from '../ui/button/button.tsx'

interface DownloadRefusedProps {
  purchaseId: string
  variant: 'primary' | 'border'
}

/** The answers of a submission that the server refused, as a file; nothing when this browser holds none. */
export function DownloadRefused({ purchaseId, variant }: DownloadRefusedProps) {
  const row = useOutboxState().rows.find((kept) => kept.purchaseId === purchaseId && kept.state === 'refused')
  if (row === undefined) return null
  return (
    <Button variant={variant} size="large" onClick={() => downloadAnswers(row)}>
      {examTexts.download}
    </Button>
  )
}
