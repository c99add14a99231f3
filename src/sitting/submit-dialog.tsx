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
  onSubmit: () => void
  onClose: () => void
}

/** The last question before the exam is handed in: is it meant so? */
export function SubmitDialog({ session, onSubmit, onClose }: SubmitDialogProps) {
  const { submitTitle } = useSittingTexts()
  const { paper, book, flags } = session
  const unanswered = paper.questions.length - mergedAnswers(book).length
  const conflicts = new Set(conflictsIn(book))
  const differing = paper.questions.flatMap(({ id }, index) => (conflicts.has(id) ? index + 1 : []))
  return (
    <Modal title={submitTitle} width="520px" height="fit-content" onClose={onClose}>
      <div className={styles.dialog}>
        <p>{unanswered === 0 ? examTexts.submitAllAnswered : examTexts.submitUnanswered(unanswered)}</p>
        {flags.size > 0 && <p>{examTexts.submitFlagged(flags.size)}</p>}
        {differing.length > 0 && <p>{examTexts.submitDiffering(differing)}</p>}
        <Actions>
          <Button size="large" onClick={onSubmit}>
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
