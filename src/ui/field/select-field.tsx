import { type ComponentPropsWithRef, useId } from 'react'
import styles from './field.module.css'

interface SelectFieldProps extends Omit<ComponentPropsWithRef<'select'>, 'className'> {
  label: string
  options: readonly { value: string; label: string }[]
  /** The field's validation error; its presence is the error state. */
  error?: string | undefined
  hint?: string | undefined
}

/** A labelled choice among a few; its error and hint are read out with it. */
export function SelectField({ label, options, error, hint, ...rest }: SelectFieldProps) {
  const id = useId()
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <div className={`${styles.box} ${styles.choice}`}>
        <select
          id={id}
          className={error ? `${styles.input} ${styles.wrong}` : styles.input}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
          {...rest}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      </div>
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  )
}
