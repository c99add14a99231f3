import type { ReactNode } from 'react'
import styles from './choice.module.css'
import { check, cross, Icon } from './icons/icon.tsx'

interface ChoiceProps {
  /** radio: one of the group; checkbox: any number. */
  type: 'radio' | 'checkbox'
  /** The group's name: the same for all options of one question. */
  name: string
  value: string
  checked: boolean
  onChoose: (value: string) => void
  disabled?: boolean
  /** After grading: shown by colour, by a sign and, for screen readers, by `verdictText`. */
  verdict?: 'right' | 'wrong' | undefined
  verdictText?: string | undefined
  children: ReactNode
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
        className={styles.input}
      />
      <span className={styles.content}>{children}</span>
      {verdict !== undefined && (
        <span className={styles.verdict}>
          <Icon drawing={verdict === 'right' ? check : cross} size={20} />
          <span className={styles.word}>{verdictText}</span>
        </span>
      )}
    </label>
  )
}
