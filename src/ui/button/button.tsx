import type { ComponentPropsWithRef } from 'react'
import { messages } from '../../messages/messages.ts'
import { type ButtonLook, buttonClass } from './button-class.ts'

interface ButtonProps extends ButtonLook, Omit<ComponentPropsWithRef<'button'>, 'className'> {
  /** While true the button cannot be pressed and reads «Завантаження...». */
  pending?: boolean
}

export function Button({ variant, size, fullWidth, pending = false, disabled, children, ...rest }: ButtonProps) {
  const look = { ...(variant && { variant }), ...(size && { size }), ...(fullWidth && { fullWidth }) }
  return (
    <button type="button" className={buttonClass(look)} disabled={disabled === true || pending} {...rest}>
      {pending ? messages.loading : children}
    </button>
  )
}
