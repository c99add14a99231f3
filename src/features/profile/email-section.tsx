import { useEffect, useState } from 'react'
import { requestEmailChange, EmailChangeBody } from '#contract/account.ts'
import { addressAsRead } from '#contract/address-as-read.ts'
import { emailNotLatin } from '../../messages/not-latin.ts'
import { emailTexts } from '../../messages/profile.ts'
import { changePasswordTexts } from '../../messages/reset.ts'
import { paths } from '../../paths.ts'
import { callSentence } from './call-sentence.ts'
import { sessionRequest } from '../../session/session-request.ts'
import type { User } from '../../session/session-state.ts'
import { Button } from '../../ui/button/button.tsx'
import { PasswordField } from '../../ui/field/password-field.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { formResolver, isBlank, showFieldErrors, useForm } from '../../ui/form.ts'
import { Link } from '../../ui/link.tsx'
import { Actions } from '../../ui/modal/modal.tsx'
import { Notice } from '../../ui/notice.tsx'
import { takeFocus } from '../../ui/page.tsx'
import { Text } from '../../ui/text.tsx'
import profileFormStyles from './profile-form.module.css'
import styles from './profile-section.module.css'
import { ProfileSection } from './profile-section.tsx'
import { SendVerification } from './send-verification.tsx'

/** The address for signing in: whether it is confirmed, and the form to change it. */
export function EmailSection({ user }: { user: User }) {
  // After `closed`, unlike `untouched`, the button that opened the form takes the focus back.
  const [form, setForm] = useState<'untouched' | 'open' | 'closed'>('untouched')
  const [sentTo, setSentTo] = useState<string | null>(null)
  const start = () => {
    setSentTo(null)
    setForm('open')
  }
  const finish = (newEmail: string) => {
    setSentTo(addressAsRead(newEmail))
    setForm('closed')
  }
  return (
    <ProfileSection title={emailTexts.title}>
      <p className={styles.address}>{user.email}</p>
      {user.is_verified === true && <Text tone="soft">{emailTexts.verified}</Text>}
      {user.is_verified === false && <Text tone="soft">{emailTexts.unverified}</Text>}
      {sentTo !== null && <Notice tone="success">{emailTexts.sent(sentTo)}</Notice>}
      {form === 'open' ? (
        <ChangeEmailForm email={user.email} onSent={finish} onCancel={() => setForm('closed')} />
      ) : (
        <Actions>
          <Button ref={form === 'closed' ? takeFocus : null} variant="border" onClick={start}>
            {emailTexts.change}
          </Button>
          {user.is_verified === false && <SendVerification label={emailTexts.sendLetter} variant="tertiary" />}
        </Actions>
      )}
    </ProfileSection>
  )
}

interface ChangeEmailFormProps {
  email: string | undefined
  onSent: (newEmail: string) => void
  onCancel: () => void
}

/** Asks for a new address. The address changes only when both mailboxes have confirmed it. */
function ChangeEmailForm({ email, onSent, onCancel }: ChangeEmailFormProps) {
  const form = useForm<ChangeEmailValues>({
    resolver: changeEmailResolver,
    defaultValues: { new_email: '', password: '' },
  })
  const { errors, isSubmitting } = form.formState
  useEffect(() => form.setFocus('new_email'), [form])

  const submit = form.handleSubmit(async (body) => {
    try {
      await sessionRequest(requestEmailChange, { body })
      onSent(body.new_email)
    } catch (error) {
      if (!showFieldErrors(form, error)) form.setError('root', { message: callSentence(error, emailTexts.failed) })
    }
  })
  return (
    <form noValidate className={profileFormStyles.form} onSubmit={(event) => void submit(event)}>
      <Text tone="soft">{emailTexts.changeHint}</Text>
      <div className={profileFormStyles.pair}>
        <TextField
          label={emailTexts.newEmail}
          type="email"
          autoComplete="email"
          error={errors.new_email?.message}
          {...form.register('new_email')}
        />
        <PasswordField
          label={emailTexts.password}
          autoComplete="current-password"
          error={errors.password?.message}
          {...form.register('password')}
        />
      </div>
      <p>
        <Link to={paths.resetEmail} state={{ email }}>
          {changePasswordTexts.unknown}
        </Link>
      </p>
      {errors.root && <Notice tone="danger">{errors.root.message}</Notice>}
      <Actions>
        <Button type="submit" variant="secondary" pending={isSubmitting}>
          {emailTexts.send}
        </Button>
        <Button variant="tertiary" onClick={onCancel}>
          {emailTexts.cancel}
        </Button>
      </Actions>
    </form>
  )
}

interface ChangeEmailValues {
  new_email: string
  password: string
}

const changeEmailResolver = formResolver<ChangeEmailValues>(EmailChangeBody, {
  new_email: (value) => (isBlank(value) ? emailTexts.required : (emailNotLatin(value) ?? emailTexts.invalid)),
  password: () => emailTexts.passwordRequired,
})
