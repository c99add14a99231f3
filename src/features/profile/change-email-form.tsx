import { useEffect } from 'react'
import { requestEmailChange } from '#contract/account.ts'
import { showFieldErrors } from '../../forms/show-field-errors.ts'
import { useForm } from '../../forms/use-form.ts'
import { emailTexts } from '../../messages/profile.ts'
import { sessionRequest } from '../../session/session-request.ts'
import { Actions } from '../../ui/actions.tsx'
import { Button } from '../../ui/button/button.tsx'
import { PasswordField } from '../../ui/field/password-field.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Text } from '../../ui/text/text.tsx'
import { callSentence } from './call-sentence.ts'
import { changeEmailResolver, type ChangeEmailValues } from './change-email-rules.ts'
import styles from './profile-form.module.css'

interface ChangeEmailFormProps {
  onSent: (newEmail: string) => void
  onCancel: () => void
}

/** Asks for a new address. It changes only when both mailboxes have confirmed it. */
export function ChangeEmailForm({ onSent, onCancel }: ChangeEmailFormProps) {
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
    <form noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
      <Text tone="soft">{emailTexts.changeHint}</Text>
      <div className={styles.pair}>
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
