import { useState } from 'react'
import { answerTo } from '../machine/answers.ts'
import { conflictNumbers } from '../machine/conflicts.ts'
import type { Answering } from '../machine/state.ts'
import { examTexts } from '../../messages/exam.ts'
import { Modal } from '../../ui/modal/modal.tsx'
import { Button } from '../../ui/button/button.tsx'
import { TimeLeft } from './attempt-bar.tsx'
import type { AttemptController } from '../control/controller.ts'
import styles from './screen.module.css'
import { useAttemptTexts } from './attempt-texts.ts'
import { useInformedSubmit } from './use-informed-submit.ts'

interface SubmitDialogProps {
  state: Answering
  controller: AttemptController
  onVisit: (position: number) => void
  onClose: () => void
}

/** Asks once more before the exam is submitted. Every unanswered or flagged question is one press away. */
export function SubmitDialog({ state, controller, onVisit, onClose }: SubmitDialogProps) {
  const { submitTitle } = useAttemptTexts()
  const { paper, answers, flags } = state
  const numbersOf = (isMeant: (questionId: string) => boolean) =>
    paper.questions.flatMap(({ id }, index) => (isMeant(id) ? [index + 1] : []))
  const unanswered = numbersOf((id) => answerTo(answers, id) === null)
  const flagged = numbersOf((id) => flags.has(id))
  const differing = conflictNumbers(state)
  const { submit, isPending } = useInformedSubmit(controller)
  const goTo = (number: number) => {
    onVisit(number - 1)
    onClose()
  }
  // As it was at the opening: an answer in another device's reply must not make the buttons change places.
  const [isComplete] = useState(unanswered.length === 0)
  const submission = (
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
        <p>{unanswered.length === 0 ? examTexts.submitAllAnswered : examTexts.submitUnanswered(unanswered.length)}</p>
        <Numbers numbers={unanswered} onGoTo={goTo} />
        {!isComplete && paper.attemptInfo.deadlineAt !== null && <p>{examTexts.blank}</p>}
        {flagged.length > 0 && <p>{examTexts.submitFlagged(flagged.length)}</p>}
        <Numbers numbers={flagged} onGoTo={goTo} />
        {paper.attemptInfo.deadlineAt !== null && (
          <p>
            {examTexts.clock}: <TimeLeft remaining={controller.remaining} />
          </p>
        )}
        <div className={styles.choices}>
          {isComplete && submission}
          <Button variant={isComplete ? 'border' : 'primary'} size="large" onClick={onClose}>
            {examTexts.submitCancel}
          </Button>
          {!isComplete && submission}
        </div>
        {/* Below the buttons: it may come while one is being pressed. A person who has not read it is asked once more. */}
        <div role="status">{differing.length > 0 && <p>{examTexts.submitDiffering(differing)}</p>}</div>
      </div>
    </Modal>
  )
}

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
