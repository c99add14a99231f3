import type { ComponentPropsWithRef, MouseEvent } from 'react'
import { Link, type LinkProps } from '../link.tsx'
import { useUiTexts } from '../ui-texts.ts'
import styles from './button.module.css'

interface ButtonProps extends ButtonLook, Omit<ComponentPropsWithRef<'button'>, 'className'> {
  /** While true pressing it does nothing and it reads «Завантаження...»; it keeps the focus, which `disabled` would lose. */
  pending?: boolean
  /** What it does has just changed: it takes a press in a moment, and looks as if it did already. */
  settling?: boolean
}

export function Button({
  variant,
  size,
  fullWidth,
  pending = false,
  settling = false,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const { loading } = useUiTexts()
  const look = { ...(variant && { variant }), ...(size && { size }), ...(fullWidth && { fullWidth }) }
  return (
    <button
      type="button"
      className={buttonClass(look)}
      aria-disabled={pending || settling || undefined}
      data-settling={(settling && !pending) || undefined}
      onClick={pending || settling ? ignorePress : onClick}
      {...rest}
    >
      {pending ? loading : children}
    </button>
  )
}

/** Of a form's button too, also when Enter in a field presses it. */
function ignorePress(event: MouseEvent): void {
  event.preventDefault()
}

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

/** A link to another page that looks like a button. */
export function ButtonLink({
  variant = 'primary',
  size = 'medium',
  fullWidth = false,
  ...rest
}: ButtonLook & Omit<LinkProps, 'className'>) {
  return <Link className={buttonClass({ variant, size, fullWidth })} {...rest} />
}
