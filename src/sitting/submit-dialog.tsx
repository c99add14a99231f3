import { answerTo } from '../engine/answer-book.ts'
import type { Answering } from '../engine/exam-phase.ts'
import { examTexts } from '../messages/exam.ts'
import { Actions } from '../ui/actions.tsx'
import { Button } from '../ui/button/button.tsx'
import { Modal } from '../ui/modal/modal.tsx'
import { TimeLeft } from './exam-clock.tsx'
import type { ExamRunner } from './exam-runner.ts'
import styles from './screen.module.css'
import { useSittingTexts } from './sitting-texts.ts'
import { differingIn, useInformedSubmit } from './use-informed-submit.ts'

interface SubmitDialogProps {
  session: Answering
  runner: ExamRunner
  onVisit: (position: number) => void
  onClose: () => void
}

/** The last question before the exam is handed in: is it meant so? Whatever is not answered or is flagged is one press away. */
export function SubmitDialog({ session, runner, onVisit, onClose }: SubmitDialogProps) {
  const { submitTitle } = useSittingTexts()
  const { paper, book, flags } = session
  const numbersOf = (isMeant: (questionId: string) => boolean) =>
    paper.questions.flatMap(({ id }, index) => (isMeant(id) ? [index + 1] : []))
  const unanswered = numbersOf((id) => answerTo(book, id) === null)
  const flagged = numbersOf((id) => flags.has(id))
  const differing = differingIn(session)
  const { submit, isPending } = useInformedSubmit(runner)
  const goTo = (number: number) => {
    onVisit(number - 1)
    onClose()
  }
  const isComplete = unanswered.length === 0
  const handIn = (
    <Button
      variant={isComplete ? 'primary' : 'border'}
      size="large"
      pending={isPending}
      onClick={() => submit(differing)}
    >
      {examTexts.submitConfirm}
    </Button>
  )
  return (
    <Modal title={submitTitle} width="520px" height="fit-content" onClose={onClose}>
      <div className={styles.dialog}>
        <p>{isComplete ? examTexts.submitAllAnswered : examTexts.submitUnanswered(unanswered.length)}</p>
        <Numbers numbers={unanswered} onGoTo={goTo} />
        {flagged.length > 0 && <p>{examTexts.submitFlagged(flagged.length)}</p>}
        <Numbers numbers={flagged} onGoTo={goTo} />
        <div role="status">{differing.length > 0 && <p>{examTexts.submitDiffering(differing)}</p>}</div>
        {paper.frame.deadlineAt !== null && (
          <p>
            {examTexts.clock}: <TimeLeft remaining={runner.remaining} />
          </p>
        )}
        <Actions>
          {isComplete && handIn}
          <Button variant={isComplete ? 'border' : 'primary'} size="large" onClick={onClose}>
            {examTexts.submitCancel}
          </Button>
          {!isComplete && handIn}
        </Actions>
      </div>
    </Modal>
  )
}

/** The ways back to some questions. */
function Numbers({ numbers, onGoTo }: { numbers: readonly number[]; onGoTo: (number: number) => void }) {
  if (numbers.length === 0) return null
  return (
    <ul className={styles.numbers}>
      {numbers.map((number) => (
        <li key={number}>
          <button type="button" aria-label={examTexts.submitGoTo(number)} onClick={() => onGoTo(number)}>
            {number}
          </button>
        </li>
      ))}
    </ul>
  )
}
