import { type ComponentPropsWithRef, useId } from 'react'
import styles from './field.module.css'

interface SelectFieldProps extends Omit<ComponentPropsWithRef<'select'>, 'className'> {
  label: string
  options: readonly { value: string; label: string }[]
  /** The message of this field's validation error; its presence is the error state. */
  error?: string | undefined
}

/** A labelled choice of one among a few; its error is read out with it. */
export function SelectField({ label, options, error, ...rest }: SelectFieldProps) {
  const id = useId()
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
          aria-describedby={error ? `${id}-error` : undefined}
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
    </div>
  )
}
