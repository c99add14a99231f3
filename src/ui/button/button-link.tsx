import { Link, type LinkProps } from 'react-router-dom'
import { type ButtonLook, buttonClass } from './button-class.ts'

/** A link to another page that looks like a button. */
export function ButtonLink({
  variant = 'primary',
  size = 'medium',
  fullWidth = false,
  ...rest
}: ButtonLook & Omit<LinkProps, 'className'>) {
  return <Link className={buttonClass({ variant, size, fullWidth })} {...rest} />
}
