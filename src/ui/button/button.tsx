import type { ComponentPropsWithRef, MouseEvent } from 'react'
import { useUiTexts } from '../ui-texts.ts'
import { type ButtonLook, buttonClass } from './button-class.ts'

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
