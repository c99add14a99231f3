import { type ComponentPropsWithRef, useState } from 'react'
import { Icon } from '../icons/icon.tsx'
import { useUiTexts } from '../ui-texts.ts'
import { useIsHydrated } from '../use-is-hydrated.ts'
import styles from './field.module.css'
import { TextField } from './text-field.tsx'

interface PasswordFieldProps extends Omit<ComponentPropsWithRef<'input'>, 'className' | 'type'> {
  label: string
  autoComplete: 'current-password' | 'new-password'
  error?: string | undefined
  hint?: string | undefined
  isRight?: boolean
}

const eye =
  'M2.5 12C5 7.5 8.3 5.5 12 5.5s7 2 9.5 6.5c-2.5 4.5-5.8 6.5-9.5 6.5S5 16.5 2.5 12z M9.3 12a2.7 2.7 0 1 0 5.4 0a2.7 2.7 0 1 0-5.4 0'
const eyeOff =
  'M4.5 4.5l15 15 M9.5 5.8c.8-.2 1.6-.3 2.5-.3c3.7 0 7 2 9.5 6.5c-.8 1.5-1.8 2.7-2.8 3.7 M14.5 18.2c-.8.2-1.6.3-2.5.3c-3.7 0-7-2-9.5-6.5c.8-1.5 1.8-2.7 2.8-3.7'

/** A password input that can be shown and hidden (S2.32). */
export function PasswordField(props: PasswordFieldProps) {
  const { showPassword, hidePassword } = useUiTexts()
  const [isShown, setShown] = useState(false)
  const isHydrated = useIsHydrated()
  const toggle = (
    <button
      type="button"
      className={styles.toggle}
      aria-label={isShown ? hidePassword : showPassword}
      disabled={!isHydrated}
      onClick={() => setShown(!isShown)}
    >
      <Icon drawing={isShown ? eyeOff : eye} />
    </button>
  )
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      spellCheck={false}
      // A phone's keyboard begins visible text with a capital letter: another password.
      autoCapitalize="none"
      inside={toggle}
    />
  )
}
