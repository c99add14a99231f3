// A lazy boundary: loaded in an idle moment of a signed-in person, or when they log out.
import { useEffect, useRef, useState } from 'react'
import { guestTrialTexts } from '../../messages/guest-trial.ts'
import { practiceTexts } from '../../messages/training.ts'
import { sessionTexts } from '../../messages/session.ts'
import { downloadAnswers } from '../../attempt/submissions/answers-file.ts'
import type { Bringer, Unsent } from '../../attempt/submissions/unsent-answers.ts'
import { currentUserId } from '../../session/session-state.ts'
import { sendFromWindow } from '../../session/send-from-window.ts'
import { Actions, Modal } from '../../ui/modal/modal.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Text } from '../../ui/text.tsx'
import { deliverNow } from './deliver-now.ts'
import { isNothing, nothing, type OwnUnsent, ownUnsent } from './own-unsent.ts'
import styles from './session.module.css'

const bringers: readonly Bringer[] = ['ticket', 'owner', 'nobody']

interface UnsentDialogProps {
  unsent: OwnUnsent
  onSent: (left: OwnUnsent) => void
  onLeave: () => void
  onClose: () => void
}

/** Asks a person who logs out while answers are on this device alone: send them, take them along, or leave them here. */
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
    // Closed meanwhile: the person stays signed in.
    if (!isOpen.current) return
    setSending(false)
    if (isNothing(left)) return onLeave()
    setFailed(true)
    onSent(left)
  }
  return (
    <Modal title={sessionTexts.unsentTitle} width="560px" height="fit-content" onClose={onClose}>
      <div className={styles.dialog}>
        <p>{sessionTexts.unsent}</p>
        {bringers.map((bringer) => (
          <Works key={bringer} works={unsent.works.filter((work) => work.bringer === bringer)} bringer={bringer} />
        ))}
        {unsent.practices.length > 0 && (
          <>
            <ul className={styles.works}>
              {unsent.practices.map(({ attemptId, title, answers }) => (
                <li key={attemptId} className={styles.work}>
                  <Name title={title || sessionTexts.untitled} answers={answers} />
                </li>
              ))}
            </ul>
            <Text tone="soft">{practiceTexts.unsent}</Text>
          </>
        )}
        {unsent.trialAnswers > 0 && (
          <>
            <ul className={styles.works}>
              <li className={styles.work}>
                <Name title={guestTrialTexts.name} answers={unsent.trialAnswers} />
              </li>
            </ul>
            <Text tone="soft">{guestTrialTexts.unsent}</Text>
          </>
        )}
        {hasFailed && !isSending && (
          <Notice tone="warning">
            {unsent.works.length > 0 ? sessionTexts.stillUnsent : sessionTexts.stillUnsentHere}
          </Notice>
        )}
        <Actions>
          <Button pending={isSending} onClick={() => void send()}>
            {sessionTexts.sendAndLeave}
          </Button>
          {/* Works while sending, too: a hanging network takes minutes. Unsent work stays on this device. */}
          <Button variant="border" onClick={onLeave}>
            {sessionTexts.leave}
          </Button>
        </Actions>
      </div>
    </Modal>
  )
}

/** Lists the works of one kind, and says below them what will happen to them. */
function Works({ works, bringer }: { works: readonly Unsent[]; bringer: Bringer }) {
  if (works.length === 0) return null
  return (
    <>
      <ul className={styles.works}>
        {works.map((work) => (
          <Work key={work.draftId} work={work} />
        ))}
      </ul>
      <Text tone="soft">{sessionTexts.unsentAdvice[bringer]}</Text>
    </>
  )
}

function Work({ work }: { work: Unsent }) {
  const title = work.title || sessionTexts.untitled
  return (
    <li className={styles.work}>
      <Name title={title} answers={work.body.answers.length} />
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

function Name({ title, answers }: { title: string; answers: number }) {
  return (
    <span>
      <span className={styles.name}>{title}</span>
      {' · '}
      <span>{sessionTexts.answers(answers)}</span>
    </span>
  )
}

async function leftAfterTry(unsent: OwnUnsent): Promise<OwnUnsent> {
  const ownerId = currentUserId()
  try {
    await deliverNow(sendFromWindow)
    return ownerId === null ? nothing : await ownUnsent(ownerId, unsent)
  } catch (error) {
    // The outcome of the try is unknown: the former list still counts.
    reportError(error)
    return unsent
  }
}
