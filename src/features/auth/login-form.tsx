import type * as z from 'zod/mini'
import { LoginBody } from '#contract/log-in.ts'
import { authTexts, emailSentence } from '../../messages/auth.ts'
import { sessionState } from '../../session/session-state.ts'
import { signIn } from '../../session/sign-in.ts'
import { Button } from '../../ui/button/button.tsx'
import { Checkbox } from '../../ui/field/checkbox.tsx'
import { PasswordField } from '../../ui/field/password-field.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { formResolver, showFieldErrors, useForm } from '../../ui/form.ts'
import { Notice } from '../../ui/notice.tsx'
import { useIsHydrated } from '../../ui/use-is-hydrated.ts'
import styles from './auth-form.module.css'
import { rememberTypedEmail, typedEmail } from './guest-memory.ts'

type LoginValues = z.output<typeof LoginBody>

const emptyLogin: LoginValues = { email: '', password: '', remember_me: false }

const loginResolver = formResolver<LoginValues>(LoginBody as z.ZodMiniType<LoginValues, LoginValues>, {
  email: emailSentence,
  password: () => authTexts.passwordRequired,
})

interface LoginFormProps {
  email?: string
  /** `email`: the address that was tried. */
  onRefused?: (email: string) => void
}

/** E-mail, password and «log in». After success the session's state changes, and the page around the form continues from it. */
export function LoginForm({ email = '', onRefused }: LoginFormProps) {
  const form = useForm<LoginValues>({
    resolver: loginResolver,
    defaultValues: { ...emptyLogin, email: email || typedEmail() },
  })
  const { errors, isSubmitting } = form.formState
  const isHydrated = useIsHydrated()

  const submit = form.handleSubmit(async (values) => {
    try {
      await signIn(values)
      rememberTypedEmail('')
    } catch (error) {
      onRefused?.(values.email)
      if (!showFieldErrors(form, error)) form.setError('root', { message: sessionState().authError ?? '' })
    }
  })
  return (
    <form noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
      <TextField
        label={authTexts.email}
        type="email"
        autoComplete="username"
        error={errors.email?.message}
        {...form.register('email', { onChange: () => rememberTypedEmail(form.getValue('email')) })}
      />
      <PasswordField
        label={authTexts.password}
        autoComplete="current-password"
        error={errors.password?.message}
        {...form.register('password')}
      />
      <Checkbox {...form.register('remember_me')}>{authTexts.rememberMe}</Checkbox>
      {errors.root && <Notice tone="danger">{errors.root.message}</Notice>}
      {/* Only our code may send the prerendered form: a browser would put the password into the address. */}
      <Button type="submit" size="large" fullWidth disabled={!isHydrated} pending={isSubmitting}>
        {authTexts.logIn}
      </Button>
    </form>
  )
}
