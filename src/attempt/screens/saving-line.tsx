import type { Saving } from '../machine/answers.ts'
import { examTexts } from '../../messages/exam.ts'
import { numberTexts } from '../../messages/number-answer.ts'
import { Button } from '../../ui/button/button.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { alert } from '../../ui/icons/page-drawings.ts'
import { check } from '../../ui/icons/site-drawings.ts'
import styles from './saving-line.module.css'

interface SavingLineProps {
  /** unread: what is in the field is no answer, because it is no number. */
  saving: Saving | 'unread'
  canClear: boolean
  onClear: () => void
}

/** Where this question's answer is. Only trouble is said aloud: the rest would be heard after every press. */
export function SavingLine({ saving, canClear, onClear }: SavingLineProps) {
  const [before, rest, after] = saving === 'unread' ? numberTexts.unread : examTexts.saving[saving]
  return (
    <div className={styles.line}>
      <p
        key={saving}
        className={`${styles.state} ${styles[saving]}`}
        data-saving={saving}
        role={saving === 'unsaved' ? 'alert' : undefined}
      >
        {(saving === 'device' || saving === 'server') && <Icon drawing={check} size={20} />}
        {(saving === 'unsaved' || saving === 'unread') && <Icon drawing={alert} size={20} />}
        <span>
          <span>{before}</span>
          <span className={styles.rest}>{rest}</span>
          <span>{after}</span>
        </span>
      </p>
      {canClear && (
        <Button variant="link" size="small" onClick={onClear}>
          <span>
            <span>{examTexts.clear}</span>
            <span className={styles.what}> {examTexts.clearWhat}</span>
          </span>
        </Button>
      )}
    </div>
  )
}
