import { type ComponentPropsWithRef, type ReactNode, useId } from 'react'
import styles from './checkbox.module.css'

interface CheckboxProps extends Omit<ComponentPropsWithRef<'input'>, 'className' | 'type'> {
  /** The label; links and buttons in it keep working. */
  children: ReactNode
  shape?: 'square' | 'round'
  error?: string | undefined
}

/** A 16 px box in a 24 px area that can be pressed (S2.33). */
export function Checkbox({ children, shape = 'square', error, ...rest }: CheckboxProps) {
  const id = useId()
  return (
    <div className={styles.field}>
      <div className={styles.line}>
        <span className={styles.area}>
          <input
            id={id}
            type="checkbox"
            className={shape === 'round' ? `${styles.input} ${styles.round}` : styles.input}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            {...rest}
          />
        </span>
        <label htmlFor={id}>{children}</label>
      </div>
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}
