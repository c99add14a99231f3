import { mergedAnswers } from '../engine/answer-book.ts'
import type { Answering } from '../engine/exam-phase.ts'
import { examTexts } from '../messages/exam.ts'
import { Actions } from '../ui/actions.tsx'
import { Button } from '../ui/button/button.tsx'
import { Modal } from '../ui/modal/modal.tsx'
import type { ExamRunner } from './exam-runner.ts'
import styles from './screen.module.css'
import { useSittingTexts } from './sitting-texts.ts'
import { differingIn, useInformedSubmit } from './use-informed-submit.ts'

interface SubmitDialogProps {
  session: Answering
  runner: ExamRunner
  onClose: () => void
}

/** The last question before the exam is handed in: is it meant so? */
export function SubmitDialog({ session, runner, onClose }: SubmitDialogProps) {
  const { submitTitle } = useSittingTexts()
  const { paper, book, flags } = session
  const unanswered = paper.questions.length - mergedAnswers(book).length
  const differing = differingIn(session)
  const { submit, isPending } = useInformedSubmit(runner)
  return (
    <Modal title={submitTitle} width="520px" height="fit-content" onClose={onClose}>
      <div className={styles.dialog}>
        <p>{unanswered === 0 ? examTexts.submitAllAnswered : examTexts.submitUnanswered(unanswered)}</p>
        {flags.size > 0 && <p>{examTexts.submitFlagged(flags.size)}</p>}
        <div role="status">{differing.length > 0 && <p>{examTexts.submitDiffering(differing)}</p>}</div>
        <Actions>
          <Button size="large" pending={isPending} onClick={() => submit(differing)}>
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
