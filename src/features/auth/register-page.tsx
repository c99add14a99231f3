import { useQueryClient } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router-dom'
import { showFieldErrors } from '../../forms/show-field-errors.ts'
import { useForm } from '../../forms/use-form.ts'
import { authTexts } from '../../messages/auth.ts'
import { registrationTexts } from '../../messages/registration.ts'
import { failureSentence } from '../../messages/failure-sentence.ts'
import { paths } from '../../paths.ts'
import { rememberLocation } from '../../session/return-location.ts'
import { sessionState } from '../../session/session-state.ts'
import { signUp } from '../../session/sign-up.ts'
import { Button } from '../../ui/button/button.tsx'
import { Column } from '../../ui/column.tsx'
import { PasswordField } from '../../ui/field/password-field.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageTitle } from '../../ui/text/page-title.tsx'
import { Text } from '../../ui/text/text.tsx'
import styles from './auth-form.module.css'
import { ChosenTest } from './chosen-test.tsx'
import { ConsentFields } from './consent-fields.tsx'
import { readConsents } from './consents.ts'
import { emptyRegistration, type RegisterValues, registerResolver } from './register-form.ts'

/**
 * Signing up. Success needs no step here: the guard of this page sends the person on (S2.07, S2.08), with `?test=` to the
 * test that they chose.
 */
export function RegisterPage() {
  const [params] = useSearchParams()
  const slug = params.get('test')
  if (slug !== null) rememberLocation({ pathname: paths.test(slug), search: '', hash: '' })
  const client = useQueryClient()
  const form = useForm<RegisterValues>({ resolver: registerResolver, defaultValues: emptyRegistration })
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async (values) => {
    const consents = await readConsents(client, values).catch((error: unknown) => {
      form.setError('root', { message: failureSentence(error, registrationTexts.documentsFailed) })
      return null
    })
    if (consents === null) return
    const { email, first_name, last_name, password1 } = values
    try {
      await signUp({ email, first_name, last_name, password1, password2: password1, consents })
    } catch (error) {
      if (!showFieldErrors(form, error)) form.setError('root', { message: sessionState().authError ?? '' })
    }
  })
  return (
    <Column width="form">
      <PageTitle>{registrationTexts.registerTitle}</PageTitle>
      <Text tone="soft">{registrationTexts.registerLead}</Text>
      <p>
        {registrationTexts.haveAccount} <Link to={paths.login}>{registrationTexts.toLogin}</Link>
      </p>
      <ChosenTest />
      <form noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
        <div className={styles.names}>
          <TextField
            label={registrationTexts.firstName}
            autoComplete="given-name"
            error={errors.first_name?.message}
            {...form.register('first_name')}
          />
          <TextField
            label={registrationTexts.lastName}
            autoComplete="family-name"
            error={errors.last_name?.message}
            {...form.register('last_name')}
          />
        </div>
        <TextField
          label={authTexts.email}
          type="email"
          autoComplete="username"
          error={errors.email?.message}
          {...form.register('email')}
        />
        <PasswordField
          label={authTexts.password}
          autoComplete="new-password"
          hint={errors.password1 ? undefined : registrationTexts.passwordHint}
          error={errors.password1?.message}
          {...form.register('password1')}
        />
        <ConsentFields form={form} />
        {errors.root && <Notice tone="danger">{errors.root.message}</Notice>}
        <Button type="submit" size="large" fullWidth pending={isSubmitting}>
          {registrationTexts.register}
        </Button>
      </form>
    </Column>
  )
}
