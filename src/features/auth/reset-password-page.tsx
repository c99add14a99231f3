import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { checkResetLink, confirmPasswordReset } from '#contract/auth.ts'
import { ApiError } from '../../http/api-error.ts'
import { request } from '../../http/request.ts'
import { accountMessages } from '../../messages/account-messages.ts'
import { failureSentence, messages } from '../../messages/messages.ts'
import { resetTexts } from '../../messages/reset.ts'
import { paths } from '../../paths.ts'
import { Button, ButtonLink } from '../../ui/button/button.tsx'
import { showFieldErrors, useForm } from '../../ui/form.ts'
import { Notice } from '../../ui/notice.tsx'
import { Column, focusTitle, PageTitle } from '../../ui/page.tsx'
import { Text } from '../../ui/text.tsx'
import styles from './auth-form.module.css'
import { isDeadLink, type MailedLink, NoReferrer, useMailedLink } from './mailed-link.tsx'
import { compareAgain, NewPasswordPair, newPasswordResolver, type NewPasswordValues } from './new-password.tsx'

/** The page of the mailed link: the new password, or for a dead link the server's sentence and the way to a new mail. */
export function ResetPasswordPage() {
  const link = useMailedLink()
  const [dead, setDead] = useState<{ said: string | undefined } | null>(null)
  const close = (said: string | undefined) => {
    setDead({ said })
    // The form disappears with the focus in it.
    focusTitle()
  }
  useEffect(() => {
    if (link === null) return
    let isHere = true
    // Nobody should think up a password for a used link. If this call fails, the reply to the password shows a dead link.
    request(checkResetLink, { body: link }).catch((error: unknown) => {
      if (isHere && error instanceof ApiError && error.code === 'reset_link_invalid') close(error.detail)
    })
    return () => {
      isHere = false
    }
    // `link` is a new object at each render, so its parts are compared.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [link?.uid, link?.token])
  return (
    <Column width="form">
      <NoReferrer />
      <PageTitle>{resetTexts.newTitle}</PageTitle>
      {link === null || dead !== null ? (
        <Notice
          tone="danger"
          actions={
            <>
              <ButtonLink to={paths.resetEmail}>{resetTexts.askNew}</ButtonLink>
              <ButtonLink to={paths.login} variant="border">
                {resetTexts.toLogin}
              </ButtonLink>
            </>
          }
        >
          {dead?.said ?? resetTexts.deadLink}
        </Notice>
      ) : (
        <>
          <Text tone="soft">{resetTexts.newLead}</Text>
          <ResetPasswordForm link={link} onDead={close} />
        </>
      )}
    </Column>
  )
}

/** Sets the new password by the link; all sessions end with it, so it leads to the log-in page. */
function ResetPasswordForm({ link, onDead }: { link: MailedLink; onDead: (said: string | undefined) => void }) {
  const navigate = useNavigate()
  const form = useForm<NewPasswordValues>({
    resolver: newPasswordResolver,
    defaultValues: { new_password1: '', new_password2: '' },
  })
  const { errors, isSubmitting } = form.formState
  /** A try without a reply may have set the password and used up the link. */
  const [isUnanswered, setUnanswered] = useState(false)

  const submit = form.handleSubmit(async (values) => {
    try {
      await request(confirmPasswordReset, { body: { ...link, ...values } })
      await navigate(paths.loginAfter('password-reset'), { replace: true })
    } catch (error) {
      if (showFieldErrors(form, error)) return
      if (isDeadLink(error)) return onDead(isUnanswered ? resetTexts.perhapsChanged : error.detail)
      if (!(error instanceof ApiError) || error.kind !== 'reply' || error.status_code >= 500) setUnanswered(true)
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
