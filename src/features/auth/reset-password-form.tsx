import { useNavigate } from 'react-router-dom'
import { confirmPasswordReset } from '#contract/auth.ts'
import { showFieldErrors } from '../../forms/show-field-errors.ts'
import { useForm } from '../../forms/use-form.ts'
import { request } from '../../http/request.ts'
import { failureSentence } from '../../messages/failure-sentence.ts'
import { accountMessages } from '../../messages/account-messages.ts'
import { messages } from '../../messages/messages.ts'
import { resetTexts } from '../../messages/reset.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './auth-form.module.css'
import { compareAgain } from './compare-again.ts'
import { isDeadLink, type MailedLink } from './mailed-link.ts'
import { NewPasswordPair } from './new-password-pair.tsx'
import { newPasswordResolver, type NewPasswordValues } from './reset-rules.ts'

/** Sets the new password by the link; all sessions end with it, so it leads to the log-in page. */
export function ResetPasswordForm({ link, onDead }: { link: MailedLink; onDead: (said: string | undefined) => void }) {
  const navigate = useNavigate()
  const form = useForm<NewPasswordValues>({
    resolver: newPasswordResolver,
    defaultValues: { new_password1: '', new_password2: '' },
  })
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async (values) => {
    try {
      await request(confirmPasswordReset, { body: { ...link, ...values } })
      await navigate(paths.loginAfter('password-reset'), { replace: true })
    } catch (error) {
      if (showFieldErrors(form, error)) return
      if (isDeadLink(error)) return onDead(error.detail)
      const sentence = failureSentence(error, accountMessages.passwordResetConfirmFailed, messages.networkRussian)
      form.setError('root', { message: sentence })
    }
  })
  return (
    <form noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
      <NewPasswordPair
        first={form.register('new_password1', { onChange: compareAgain(form, 'new_password2') })}
        again={form.register('new_password2')}
        errors={errors}
      />
      {errors.root && <Notice tone="danger">{errors.root.message}</Notice>}
      <Button type="submit" size="large" fullWidth pending={isSubmitting}>
        {resetTexts.save}
      </Button>
    </form>
  )
}
