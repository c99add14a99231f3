import { useForm } from 'react-hook-form'
import { Link } from 'react-router-dom'
import { showFieldErrors } from '../../forms/show-field-errors.ts'
import { authTexts } from '../../messages/auth.ts'
import { paths } from '../../paths.ts'
import { sessionState } from '../../session/session-state.ts'
import { signIn } from '../../session/sign-in.ts'
import { Button } from '../../ui/button/button.tsx'
import { Column } from '../../ui/column.tsx'
import { Checkbox } from '../../ui/field/checkbox.tsx'
import { PasswordField } from '../../ui/field/password-field.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageTitle } from '../../ui/text/page-title.tsx'
import { Text } from '../../ui/text/text.tsx'
import styles from './auth-form.module.css'
import { emptyLogin, type LoginForm, loginResolver } from './login-form.ts'

/** Logging in. Success needs no step here: the guard of this page sends the person on (S2.07, S2.08). */
export function LoginPage() {
  const form = useForm<LoginForm>({ resolver: loginResolver, defaultValues: emptyLogin })
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async (values) => {
    try {
      await signIn(values)
    } catch (error) {
      if (!showFieldErrors(form, error)) form.setError('root', { message: sessionState().authError ?? '' })
    }
  })
  return (
    <Column width="form">
      <PageTitle>{authTexts.loginTitle}</PageTitle>
      <Text tone="soft">{authTexts.loginLead}</Text>
      <form noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
        <TextField
          label={authTexts.email}
          type="email"
          autoComplete="username"
          error={errors.email?.message}
          {...form.register('email')}
        />
        <PasswordField
          label={authTexts.password}
          autoComplete="current-password"
          error={errors.password?.message}
          {...form.register('password')}
        />
        <Checkbox {...form.register('remember_me')}>{authTexts.rememberMe}</Checkbox>
        {errors.root && <Notice tone="danger">{errors.root.message}</Notice>}
        <Button type="submit" size="large" fullWidth pending={isSubmitting}>
          {authTexts.logIn}
        </Button>
      </form>
      <p>
        {authTexts.noAccount} <Link to={paths.register}>{authTexts.toRegister}</Link>
      </p>
    </Column>
  )
}
