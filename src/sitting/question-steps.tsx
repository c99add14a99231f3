import { examTexts } from '../messages/exam.ts'
import { Button } from '../ui/button/button.tsx'
import { Icon } from '../ui/icons/icon.tsx'
import { arrow, back, flag } from '../ui/icons/page-drawings.ts'
import styles from './answering.module.css'

interface QuestionStepsProps {
  position: number
  total: number
  isFlagged: boolean
  onVisit: (position: number) => void
  onFlag: () => void
}

/** To the neighbouring questions, and the flag to come back by. */
export function QuestionSteps({ position, total, isFlagged, onVisit, onFlag }: QuestionStepsProps) {
  return (
    <div className={styles.steps}>
      <Button variant="border" size="small" disabled={position === 0} onClick={() => onVisit(position - 1)}>
        <Icon drawing={back} size={20} /> {examTexts.previous}
      </Button>
      <Button variant="tertiary" size="small" aria-pressed={isFlagged} onClick={onFlag}>
        <Icon drawing={flag} size={20} />
        <span className={styles.flagText}>
          {isFlagged ? examTexts.unflag : examTexts.flag}
          {!isFlagged && <span className={styles.flagWhat}> {examTexts.flagWhat}</span>}
        </span>
      </Button>
      <Button variant="secondary" size="small" disabled={position === total - 1} onClick={() => onVisit(position + 1)}>
        {examTexts.next} <Icon drawing={arrow} size={20} />
      </Button>
    </div>
  )
}
