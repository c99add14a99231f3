// A lazy boundary: loaded when somebody asks for a link.
import { useState } from 'react'
import { addressAsRead } from '#contract/address-as-read.ts'
import { requestSignInLink } from '#contract/auth.ts'
import { showFieldErrors } from '../../forms/show-field-errors.ts'
import { useForm } from '../../forms/use-form.ts'
import { isAbsent } from '../../http/is-absent.ts'
import { request } from '../../http/request.ts'
import { authTexts } from '../../messages/auth.ts'
import { signInLinkTexts } from '../../messages/sign-in-link.ts'
import { failureSentence } from '../../messages/failure-sentence.ts'
import { rememberedLocation } from '../../session/return-location.ts'
import { Button } from '../../ui/button/button.tsx'
import { Checkbox } from '../../ui/field/checkbox.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { StatusNotice } from '../../ui/status-notice.tsx'
import styles from './auth-form.module.css'
import { PasteLink } from './paste-link.tsx'
import { beginSignIn, hasBegunSignIn } from './sign-in-link.ts'
import { linkResolver, type LinkValues } from './sign-in-link-rules.ts'

/** Asks for a mail whose link signs in, in this browser alone. */
export function SignInLinkForm() {
  const form = useForm<LinkValues>({ resolver: linkResolver, defaultValues: { email: '', remember_me: false } })
  const { errors, isSubmitting } = form.formState
  const [sentTo, setSentTo] = useState<string | null>(null)
  // Also after the app was closed for the letter, and opened again.
  const [isAwaited, setAwaited] = useState(() => hasBegunSignIn(Date.now()))

  const submit = form.handleSubmit(async (values) => {
    setSentTo(null)
    try {
      const begun = await beginSignIn(rememberedLocation())
      await request(requestSignInLink, { body: { ...values, ...begun } })
      setSentTo(addressAsRead(values.email))
      setAwaited(true)
    } catch (error) {
      if (showFieldErrors(form, error)) return
      const sentence = isAbsent(error) ? signInLinkTexts.absent : failureSentence(error, signInLinkTexts.failed)
      form.setError('root', { message: sentence })
    }
  })
  return (
    <>
      <form noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
        <TextField
          label={authTexts.email}
          type="email"
          autoComplete="username"
          error={errors.email?.message}
          {...form.register('email')}
        />
        <Checkbox {...form.register('remember_me')}>{authTexts.rememberMe}</Checkbox>
        {errors.root && <Notice tone="danger">{errors.root.message}</Notice>}
        <StatusNotice>{sentTo !== null && signInLinkTexts.sent(sentTo)}</StatusNotice>
        <Button type="submit" size="large" fullWidth pending={isSubmitting}>
          {signInLinkTexts.send}
        </Button>
      </form>
      {isAwaited && <PasteLink />}
    </>
  )
}
