import { useState, useSyncExternalStore } from 'react'
import { downloadAnswers } from './answers-file.ts'
import { announce, type SubmissionsState, submissionsState, subscribeSubmissions } from '../sync/channel.ts'
import { submissionTexts } from '../../messages/submissions.ts'
import type { SubmissionRow } from '../machine/rows.ts'
import { cameToNothing, waitAgain } from '../replica/submissions.ts'
import { Button } from '../../ui/button/button.tsx'

interface DownloadRefusedProps {
  purchaseId: string
  /** The attempt that the page shows; null where it does not know. */
  attemptId: string | null
  variant: 'primary' | 'border'
  /** The person has sent the refused submission once more. */
  onSentAgain: () => void
}

/** The answers of a submission that the server refused, as a file, and another try; nothing when this browser holds none. */
export function DownloadRefused({ purchaseId, attemptId, variant, onSentAgain }: DownloadRefusedProps) {
  // An earlier attempt may have been refused as well: never offer its answers in place of these.
  const row = useSubmissionsState().rows.findLast(
    (kept) =>
      kept.purchaseId === purchaseId &&
      kept.state === 'refused' &&
      (attemptId === null || attemptId === (kept.attemptId ?? kept.draftId)),
  )
  if (row === undefined) return null
  return (
    <>
      <SendAgain
        row={row}
        size="large"
        variant={variant === 'primary' ? 'border' : 'primary'}
        onWaiting={onSentAgain}
      />
      <Button variant={variant} size="large" onClick={() => downloadAnswers(row)}>
        {submissionTexts.download}
      </Button>
    </>
  )
}

interface SendAgainProps {
  row: SubmissionRow
  size?: 'large'
  variant?: 'primary' | 'border'
  /** The submission waits again, and the delivery has heard of it. */
  onWaiting?: () => void
}

/** Sends a refused submission once more. What one release refuses another may take. */
export function SendAgain({ row, size, variant, onWaiting }: SendAgainProps) {
  const [isPending, setPending] = useState(false)
  const send = async () => {
    setPending(true)
    try {
      await waitAgain(row.draftId, Date.now())
      announce({ draftId: row.draftId, change: 'enqueued' })
      onWaiting?.()
    } catch (error) {
      // The storage takes nothing: the row and its file are where they were.
      reportError(error)
    } finally {
      setPending(false)
    }
  }
  return (
    <Button {...(size && { size })} {...(variant && { variant })} pending={isPending} onClick={() => void send()}>
      {cameToNothing(row) ? submissionTexts.sendAgain : submissionTexts.tryAgain}
    </Button>
  )
}

/** What the signed-in person has submitted that the server has not taken yet. */
export function useSubmissionsState(): SubmissionsState {
  return useSyncExternalStore(subscribeSubmissions, submissionsState)
}
