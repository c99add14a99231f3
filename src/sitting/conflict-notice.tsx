import { type ReactNode, useId } from 'react'
import type { AnswerValue, Question } from '#contract/question.ts'
import type { AnswerConflict } from '../engine/answer-conflict.ts'
import { examTexts } from '../messages/exam.ts'
import { Button } from '../ui/button/button.tsx'
import styles from './conflict-notice.module.css'
import { GivenAnswer } from './given-answer.tsx'
import { useSittingTexts } from './sitting-texts.ts'

interface ConflictNoticeProps {
  question: Question
  conflict: AnswerConflict
  isReadOnly: boolean
  onChoose: (value: AnswerValue | null) => void
}

/**
 * Two devices, two answers: shows both and asks which one is meant. Says which of them holds until then. That there is such a
 * question has been said by whoever shows it.
 */
export function ConflictNotice({ question, conflict, isReadOnly, onChoose }: ConflictNoticeProps) {
  const { conflictReadOnly, contestedReadOnly } = useSittingTexts()
  const isContested = conflict.holds === 'here'
  const [offer, hint] = isContested ? [examTexts.contested, contestedReadOnly] : [examTexts.conflict, conflictReadOnly]
  const title = useId()
  const side = (value: AnswerValue | null, name: string): ReactNode => (
    <div className={styles.side}>
      <p className={styles.name}>{name}</p>
      <GivenAnswer question={question} value={value} />
      {!isReadOnly && (
        <Button variant="border" size="small" aria-label={examTexts.chooseFrom(name)} onClick={() => onChoose(value)}>
          {examTexts.choose}
        </Button>
      )}
    </div>
  )
  return (
    <section className={styles.conflict} aria-labelledby={title}>
      <div>
        <h2 id={title} className={styles.title}>
          {examTexts.conflictTitle}
        </h2>
        <p>{isReadOnly ? hint : offer}</p>
      </div>
      <div className={styles.sides}>
        {side(conflict.here, isContested ? examTexts.answerThatHolds : examTexts.answerHere)}
        {side(conflict.there, examTexts.answerThere)}
      </div>
    </section>
  )
}
