import styles from './button.module.css'

export interface ButtonLook {
  /** primary is the one thing to do now; use it once a screen. danger is an act that takes something away for good. */
  variant?: 'primary' | 'border' | 'secondary' | 'tertiary' | 'danger' | 'link'
  /** Heights as the specification gives them: small 48, medium 42, large 54 px. */
  size?: 'small' | 'medium' | 'large'
  fullWidth?: boolean
}

/** The classes of a button's look, for buttons and for links that look like buttons. */
export function buttonClass({ variant = 'primary', size = 'medium', fullWidth = false }: ButtonLook): string {
  return [styles.button, styles[variant], styles[size], fullWidth && styles.fullWidth].filter(Boolean).join(' ')
}
