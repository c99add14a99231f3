import { useState } from 'react'
import { announce } from '../delivery/news.ts'
import { outboxTexts } from '../messages/outbox.ts'
import type { OutboxRow } from '../storage/exam-rows.ts'
import { maySendAgain, sendAgain } from '../storage/outbox.ts'
import { Button } from '../ui/button/button.tsx'

interface SendAgainProps {
  row: OutboxRow
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
      {outboxTexts.sendAgain}
    </Button>
  )
}
