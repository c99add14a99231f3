import { useState } from 'react'
import { downloadAnswers } from '../answers-file/answers-file.ts'
import { announce } from '../sync/channel.ts'
import { submissionTexts } from '../../messages/submissions.ts'
import type { SubmissionRow } from '../replica/rows.ts'
import { maySendAgain, sendAgain } from '../replica/submissions.ts'
import { Button } from '../../ui/button/button.tsx'
import { useSubmissionsState } from './use-submissions-state.ts'

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
  const row = useSubmissionsState().rows.findLast(
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
        {submissionTexts.download}
      </Button>
    </>
  )
}

interface SendAgainProps {
  row: SubmissionRow
  size?: 'large'
  /** It waits again, and the delivery has heard of it. */
  onWaiting?: () => void
}

/** Sends once more what the server took and could not grade; nothing for what it finally refused. */
export function SendAgain({ row, size, onWaiting }: SendAgainProps) {
  const [isPending, setPending] = useState(false)
  if (!maySendAgain(row)) return null
  const send = async () => {
    setPending(true)
    try {
      await sendAgain(row.draftId, Date.now())
      announce({ draftId: row.draftId, change: 'enqueued' })
      onWaiting?.()
    } catch (error) {
      // A storage that takes nothing: the row and its file are where they were.
      reportError(error)
    } finally {
      setPending(false)
    }
  }
  return (
    <Button {...(size && { size })} pending={isPending} onClick={() => void send()}>
      {submissionTexts.sendAgain}
    </Button>
  )
}
