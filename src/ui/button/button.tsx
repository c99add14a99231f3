import type { ComponentPropsWithRef, MouseEvent } from 'react'
import { Link, type LinkProps } from '../link.tsx'
import { useUiTexts } from '../ui-texts.ts'
import styles from './button.module.css'

interface ButtonProps extends ButtonLook, Omit<ComponentPropsWithRef<'button'>, 'className'> {
  /** While true, a press does nothing and the label is «Завантаження...». The focus stays, which `disabled` would lose. */
  pending?: boolean
  /** The button's action has just changed: a press works only in a moment, but the look is the same. */
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

/** Also stops a form that Enter in a field would submit. */
function ignorePress(event: MouseEvent): void {
  event.preventDefault()
}

export interface ButtonLook {
  /** primary: the one thing to do now, once a screen. danger: removes something for good. */
  variant?: 'primary' | 'border' | 'secondary' | 'tertiary' | 'danger' | 'link'
  /** Heights of the specification: small 48, medium 42, large 54 px. */
  size?: 'small' | 'medium' | 'large'
  fullWidth?: boolean
}

/** The classes of a button's look, for buttons and for links that look like buttons. */
export function buttonClass({ variant = 'primary', size = 'medium', fullWidth = false }: ButtonLook): string {
  return [styles.button, styles[variant], styles[size], fullWidth && styles.fullWidth].filter(Boolean).join(' ')
}

export function ButtonLink({
  variant = 'primary',
  size = 'medium',
  fullWidth = false,
  ...rest
}: ButtonLook & Omit<LinkProps, 'className'>) {
  return <Link className={buttonClass({ variant, size, fullWidth })} {...rest} />
}
