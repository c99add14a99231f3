import type { AnswerValue } from '#contract/question.ts'
import type { Saving } from '../machine/answers.ts'
import { examTexts } from '../../messages/exam.ts'
import { numberTexts } from '../../messages/number-answer.ts'
import { Button } from '../../ui/button/button.tsx'
import { check, Icon } from '../../ui/icons/icon.tsx'
import { alert } from '../../ui/icons/page-drawings.ts'
import styles from './saving-line.module.css'
import hidden from '../../ui/visually-hidden.module.css'

interface SavingLineProps {
  /** unread: what is in the field is no answer, because it is no number. */
  saving: Saving | 'unread'
  /** The answer that counts, which is in the field, or beside text that is no number; null for none. */
  answer: AnswerValue | null
  canClear: boolean
  onClear: () => void
}

/** Where this question's answer is. Only trouble is said aloud: the rest would be heard after every press. */
export function SavingLine({ saving, answer, canClear, onClear }: SavingLineProps) {
  const [before, rest, after] = wordsOf(saving, answer)
  return (
    <div className={styles.line}>
      <p
        key={`${saving} ${answer === null}`}
        className={`${styles.state} ${answer === null && saving === 'server' ? '' : styles[saving]}`}
        data-saving={saving}
        role={saving === 'unsaved' ? 'alert' : undefined}
      >
        {answer !== null && (saving === 'device' || saving === 'server') && <Icon drawing={check} size={20} />}
        {(saving === 'unsaved' || saving === 'unread') && <Icon drawing={alert} size={20} />}
        <span>
          <span>{before}</span>
          {/* One line in any window: on a phone the rest is only heard. */}
          <span className={hidden.belowPhone}>{rest}</span>
          <span>{after}</span>
        </span>
      </p>
      {canClear && (
        <Button variant="link" size="small" onClick={onClear}>
          <span>
            <span>{examTexts.clear}</span>
            <span className={hidden.visuallyHidden}> {examTexts.clearWhat}</span>
          </span>
        </Button>
      )}
    </div>
  )
}

function wordsOf(saving: Saving | 'unread', answer: AnswerValue | null): readonly string[] {
  if (saving === 'unread') return answer === null ? numberTexts.unread : numberTexts.unreadWithFormer(String(answer))
  // «Збережено» beside an empty field would speak of something that nobody sees.
  if (answer === null && saving !== 'none' && saving !== 'unsaved') return examTexts.cleared[saving]
  return examTexts.saving[saving]
}
