import { useEffect, useRef, useState } from 'react'
import { sessionTexts } from '../../messages/session.ts'
import { downloadAnswers } from '../../outbox/download-answers.ts'
import { type Unsent, unsentAnswers } from '../../outbox/unsent-answers.ts'
import { currentUserId } from '../../session/session-state.ts'
import { sendFromWindow } from '../../sitting/exam-calls.ts'
import { Actions } from '../../ui/actions.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Modal } from '../../ui/modal/modal.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Text } from '../../ui/text/text.tsx'
import { deliverNow } from './deliver-now.ts'
import styles from './session.module.css'

interface UnsentDialogProps {
  unsent: readonly Unsent[]
  /** What is left unsent after a try. */
  onSent: (left: readonly Unsent[]) => void
  onLeave: () => void
  onClose: () => void
}

/** Somebody logs out while answers of theirs are on this device alone: send them, take them along, or leave them here. */
export function UnsentDialog({ unsent, onSent, onLeave, onClose }: UnsentDialogProps) {
  const [isSending, setSending] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const isOpen = useRef(false)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])

  const send = async () => {
    setSending(true)
    const left = await leftAfterTry(unsent)
    // Closed meanwhile: the person has thought better of it and stays signed in.
    if (!isOpen.current) return
    setSending(false)
    if (left.length === 0) return onLeave()
    setFailed(true)
    onSent(left)
  }
  return (
    <Modal title={sessionTexts.unsentTitle} width="560px" height="fit-content" onClose={onClose}>
      <div className={styles.dialog}>
        <p>{sessionTexts.unsent}</p>
        <ul className={styles.works}>
          {unsent.map((work) => (
            <Work key={work.draftId} work={work} />
          ))}
        </ul>
        <Text tone="soft">{sessionTexts.unsentAdvice}</Text>
        {hasFailed && !isSending && <Notice tone="warning">{sessionTexts.stillUnsent}</Notice>}
        <Actions>
          <Button pending={isSending} onClick={() => void send()}>
            {sessionTexts.sendAndLeave}
          </Button>
          <Button variant="border" disabled={isSending} onClick={onLeave}>
            {sessionTexts.leave}
          </Button>
        </Actions>
      </div>
    </Modal>
  )
}

function Work({ work }: { work: Unsent }) {
  const title = work.title || sessionTexts.untitled
  return (
    <li className={styles.work}>
      <span>
        <span className={styles.name}>{title}</span>
        {' · '}
        {sessionTexts.answers(work.body.answers.length)}
      </span>
      <Button
        variant="link"
        size="small"
        aria-label={sessionTexts.downloadOf(title)}
        onClick={() => downloadAnswers(work)}
      >
        {sessionTexts.download}
      </Button>
    </li>
  )
}

async function leftAfterTry(unsent: readonly Unsent[]): Promise<readonly Unsent[]> {
  const ownerId = currentUserId()
  try {
    await deliverNow(sendFromWindow)
    return ownerId === null ? [] : await unsentAnswers(ownerId)
  } catch (error) {
    // The storage stumbled: what was unsent before may be so still.
    reportError(error)
    return unsent
  }
}
