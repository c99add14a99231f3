import { type ComponentPropsWithRef, useState } from 'react'
import { Icon } from '../icons/icon.tsx'
import { eye, eyeOff } from '../icons/eye-drawings.ts'
import { useUiTexts } from '../ui-texts.ts'
import { useTakenOver } from '../use-taken-over.ts'
import styles from './field.module.css'
import { TextField } from './text-field.tsx'

interface PasswordFieldProps extends Omit<ComponentPropsWithRef<'input'>, 'className' | 'type'> {
  label: string
  autoComplete: 'current-password' | 'new-password'
  error?: string | undefined
  hint?: string | undefined
  isRight?: boolean
}

/** A password input that can be shown and hidden (S2.32). */
export function PasswordField(props: PasswordFieldProps) {
  const { showPassword, hidePassword } = useUiTexts()
  const [isShown, setShown] = useState(false)
  const isTakenOver = useTakenOver()
  const toggle = (
    <button
      type="button"
      className={styles.toggle}
      aria-label={isShown ? hidePassword : showPassword}
      disabled={!isTakenOver}
      onClick={() => setShown(!isShown)}
    >
      <Icon drawing={isShown ? eyeOff : eye} />
    </button>
  )
  return <TextField {...props} type={isShown ? 'text' : 'password'} spellCheck={false} inside={toggle} />
}
