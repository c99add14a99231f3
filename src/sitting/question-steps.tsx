import { examTexts } from '../messages/exam.ts'
import { Button } from '../ui/button/button.tsx'
import { Icon } from '../ui/icons/icon.tsx'
import { arrow, back, flag } from '../ui/icons/page-drawings.ts'
import styles from './answering.module.css'

interface QuestionStepsProps {
  position: number
  total: number
  isFlagged: boolean
  isReadOnly: boolean
  onVisit: (position: number) => void
  onFlag: () => void
  onSubmit: () => void
}

/** To the neighbouring questions, and the flag to come back by; from the last question the way leads to the submission. */
export function QuestionSteps({
  position,
  total,
  isFlagged,
  isReadOnly,
  onVisit,
  onFlag,
  onSubmit,
}: QuestionStepsProps) {
  const isLast = position === total - 1
  return (
    <div className={isLast ? `${styles.steps} ${styles.atLast}` : styles.steps}>
      <Button variant="border" size="small" disabled={position === 0} onClick={() => onVisit(position - 1)}>
        <Icon drawing={back} size={20} /> <span className={styles.previous}>{examTexts.previous}</span>
      </Button>
      <Button variant="tertiary" size="small" aria-pressed={isFlagged} onClick={onFlag}>
        <Icon drawing={flag} size={20} />
        <span className={styles.flagText}>
          {isFlagged ? examTexts.unflag : examTexts.flag}
          {!isFlagged && <span className={styles.flagWhat}> {examTexts.flagWhat}</span>}
        </span>
      </Button>
      {isLast ? (
        <Button size="small" disabled={isReadOnly} onClick={onSubmit}>
          {examTexts.submitReview}
        </Button>
      ) : (
        <Button variant="secondary" size="small" onClick={() => onVisit(position + 1)}>
          {examTexts.next} <Icon drawing={arrow} size={20} />
        </Button>
      )}
    </div>
  )
}
