import { useLocation, useNavigate } from 'react-router-dom'
import { addressAsRead } from '#contract/address-as-read.ts'
import { PasswordResetBody } from '#contract/auth.ts'
import { emailSentence } from '../../messages/auth.ts'
import { resetTexts } from '../../messages/reset.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button/button.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { formResolver, showFieldErrors, useForm } from '../../ui/form.ts'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Column, PageTitle } from '../../ui/page.tsx'
import { Text } from '../../ui/text.tsx'
import { askReset, askResetSentence } from './ask-reset.ts'
import styles from './auth-form.module.css'
import { rememberTypedEmail, typedEmail } from './guest-memory.ts'

interface EmailValues {
  email: string
}

const emailResolver = formResolver<EmailValues>(PasswordResetBody, { email: emailSentence })

/** Asks for the account of a forgotten password. The address of a refused log-in is filled in. */
export function ResetEmailPage() {
  const navigate = useNavigate()
  const tried = addressAsRead((useLocation().state as Partial<EmailValues> | null)?.email ?? '')
  const form = useForm<EmailValues>({ resolver: emailResolver, defaultValues: { email: tried || typedEmail() } })
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async ({ email }) => {
    try {
      await navigate(paths.resetSent, { state: await askReset(email) })
    } catch (error) {
      if (!showFieldErrors(form, error)) form.setError('root', { message: askResetSentence(error) })
    }
  })
  return (
    <Column width="form">
      <PageTitle>{resetTexts.emailTitle}</PageTitle>
      <Text tone="soft">{resetTexts.emailLead}</Text>
      <form noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
        <TextField
          label={resetTexts.email}
          type="email"
          autoComplete="username"
          error={errors.email?.message}
          {...form.register('email', { onChange: () => rememberTypedEmail(form.getValue('email')) })}
        />
        {errors.root && <Notice tone="danger">{errors.root.message}</Notice>}
        <Button type="submit" size="large" fullWidth pending={isSubmitting}>
          {resetTexts.send}
        </Button>
      </form>
      <p>
        <Link to={paths.login}>{resetTexts.toLogin}</Link>
      </p>
    </Column>
  )
}
