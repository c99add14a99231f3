import type { ReactNode } from 'react'
import styles from './choice.module.css'
import { check, cross, Icon } from './icons/icon.tsx'
import hidden from './visually-hidden.module.css'

interface ChoiceProps {
  type: 'radio' | 'checkbox'
  name: string
  value: string
  checked: boolean
  onChoose: (value: string) => void
  disabled?: boolean
  /** After grading: shown by colour, by a sign and, for screen readers, by `verdictText`. */
  verdict?: 'right' | 'wrong' | undefined
  verdictText?: string | undefined
  /**
   * The visible part of the verdict; all of it is read out. `sign`: next to a drawing, without room for the word.
   * `word-if-room`: in a tight window only the sign, in place of the circle, which cannot be pressed any more.
   */
  verdictShows?: 'word' | 'word-if-room' | 'sign'
  children: ReactNode
}

/** The class that hides a part of the verdict, by `verdictShows`. */
const verdictHides = {
  word: { word: '', 'word-if-room': hidden.inTightWindow, sign: hidden.visuallyHidden },
  circle: { word: '', 'word-if-room': hidden.inTightWindow, sign: '' },
}

/** One option of a question: a native radio or checkbox whose whole card can be pressed. */
export function Choice({
  type,
  name,
  value,
  checked,
  onChoose,
  disabled,
  verdict,
  verdictText,
  verdictShows = 'word',
  children,
}: ChoiceProps) {
  return (
    <label className={[styles.choice, verdict && styles[verdict]].filter(Boolean).join(' ')}>
      <input
        type={type}
        name={name}
        value={value}
        checked={checked}
        disabled={disabled}
        onChange={() => onChoose(value)}
        className={`${styles.input} ${verdict && type === 'radio' ? verdictHides.circle[verdictShows] : ''}`}
      />
      <span className={styles.content}>{children}</span>
      {verdict !== undefined && (
        <span className={styles.verdict}>
          <Icon drawing={verdict === 'right' ? check : cross} size={20} />
          <span className={verdictHides.word[verdictShows]}>{verdictText}</span>
        </span>
      )}
    </label>
  )
}
