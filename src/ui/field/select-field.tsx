import { type ComponentPropsWithRef, useId } from 'react'
import styles from './field.module.css'

interface SelectFieldProps extends Omit<ComponentPropsWithRef<'select'>, 'className'> {
  label: string
  options: readonly { value: string; label: string }[]
}

/** A labelled choice of one among a few. */
export function SelectField({ label, options, ...rest }: SelectFieldProps) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <div className={`${styles.box} ${styles.choice}`}>
        <select id={id} className={styles.input} {...rest}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      </div>
    </div>
  )
}
