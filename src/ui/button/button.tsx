import type { ComponentPropsWithRef } from 'react'
import { useUiTexts } from '../ui-texts.ts'
import { type ButtonLook, buttonClass } from './button-class.ts'

interface ButtonProps extends ButtonLook, Omit<ComponentPropsWithRef<'button'>, 'className'> {
  /** While true the button cannot be pressed and reads «Завантаження...». */
  pending?: boolean
}

export function Button({ variant, size, fullWidth, pending = false, disabled, children, ...rest }: ButtonProps) {
  const { loading } = useUiTexts()
  const look = { ...(variant && { variant }), ...(size && { size }), ...(fullWidth && { fullWidth }) }
  return (
    <button type="button" className={buttonClass(look)} disabled={disabled === true || pending} {...rest}>
      {pending ? loading : children}
    </button>
  )
}
