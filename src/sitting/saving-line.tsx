import type { Saving } from '../engine/answer-book.ts'
import { examTexts } from '../messages/exam.ts'
import { Button } from '../ui/button/button.tsx'
import { Icon } from '../ui/icons/icon.tsx'
import { alert } from '../ui/icons/page-drawings.ts'
import { check } from '../ui/icons/site-drawings.ts'
import styles from './saving-line.module.css'

interface SavingLineProps {
  saving: Saving
  canClear: boolean
  onClear: () => void
}

/** Where this question's answer is. Only trouble is said aloud: the rest would be heard after every press. */
export function SavingLine({ saving, canClear, onClear }: SavingLineProps) {
  return (
    <div className={styles.line}>
      <p
        className={`${styles.state} ${styles[saving]}`}
        data-saving={saving}
        role={saving === 'unsaved' ? 'alert' : undefined}
      >
        {(saving === 'device' || saving === 'server') && <Icon drawing={check} size={20} />}
        {saving === 'unsaved' && <Icon drawing={alert} size={20} />}
        {examTexts.saving[saving]}
      </p>
      {canClear && (
        <Button variant="link" onClick={onClear}>
          {examTexts.clear}
        </Button>
      )}
    </div>
  )
}
