import { useEffect, useState } from 'react'
import { mergedAnswers } from '../engine/answer-book.ts'
import { conflictsIn } from '../engine/answer-conflict.ts'
import type { Answering } from '../engine/exam-phase.ts'
import { examTexts } from '../messages/exam.ts'
import { Actions } from '../ui/actions.tsx'
import { Button } from '../ui/button/button.tsx'
import { Modal } from '../ui/modal/modal.tsx'
import styles from './screen.module.css'
import { useSittingTexts } from './sitting-texts.ts'

interface SubmitDialogProps {
  session: Answering
  /** Asks what other devices have answered meanwhile. */
  ask: () => Promise<void>
  onSubmit: () => void
  onClose: () => void
}

/** The last question before the exam is handed in: is it meant so? */
export function SubmitDialog({ session, ask, onSubmit, onClose }: SubmitDialogProps) {
  const { submitTitle } = useSittingTexts()
  const { paper, book, flags } = session
  const unanswered = paper.questions.length - mergedAnswers(book).length
  const conflicts = new Set(conflictsIn(book))
  const differing = paper.questions.flatMap(({ id }, index) => (conflicts.has(id) ? index + 1 : []))
  const { submit, isPending } = useInformedSubmit(ask, differing.length, onSubmit)
  return (
    <Modal title={submitTitle} width="520px" height="fit-content" onClose={onClose}>
      <div className={styles.dialog}>
        <p>{unanswered === 0 ? examTexts.submitAllAnswered : examTexts.submitUnanswered(unanswered)}</p>
        {flags.size > 0 && <p>{examTexts.submitFlagged(flags.size)}</p>}
        <div role="status">{differing.length > 0 && <p>{examTexts.submitDiffering(differing)}</p>}</div>
        <Actions>
          <Button size="large" pending={isPending} onClick={submit}>
            {examTexts.submitConfirm}
          </Button>
          <Button variant="border" size="large" onClick={onClose}>
            {examTexts.submitCancel}
          </Button>
        </Actions>
      </div>
    </Modal>
  )
}

/**
 * Nobody hands in without having been told what another device answered: a press waits for the server's word, and is void
 * where the word brings differences that were not on the screen.
 */
function useInformedSubmit(ask: () => Promise<void>, differing: number, onSubmit: () => void) {
  const [isAsking, setAsking] = useState(true)
  const [pressedAt, setPressedAt] = useState<number | null>(null)

  useEffect(() => {
    let isCurrent = true
    void ask().then(() => isCurrent && setAsking(false))
    return () => {
      isCurrent = false
    }
  }, [ask])

  useEffect(() => {
    if (!isAsking && pressedAt !== null && differing <= pressedAt) onSubmit()
  }, [isAsking, pressedAt, differing, onSubmit])

  return { submit: () => setPressedAt(differing), isPending: isAsking && pressedAt !== null }
}
