import * as z from 'zod/mini'
import { ChangePasswordBody } from '#contract/auth.ts'
import { passwordMaxLength } from '#contract/text-limits.ts'
import { accountMessages } from '../../messages/account-messages.ts'
import { authTexts, newPasswordTexts } from '../../messages/auth.ts'
import { resetTexts } from '../../messages/reset.ts'
import { PasswordField } from '../../ui/field/password-field.tsx'
import { type FieldBinding, type FieldError, type Form, formResolver, isBlank } from '../../ui/form.ts'

const { new_password1, new_password2 } = ChangePasswordBody.shape

export const newPasswordFields = { new_password1, new_password2: new_password2.check(z.minLength(1)) }

/** Compares the pair even while another field is wrong, so that one round of corrections is enough. */
export const samePasswords = z.refine<{ new_password1: string; new_password2: string }>(
  (form) => form.new_password1 === form.new_password2,
  { path: ['new_password2'], when: () => true },
)

export const newPasswordSentences = {
  new_password1: (value: unknown) => (value === '' ? accountMessages.newPasswordRequired : lengthSentence(value)),
  new_password2: passwordAgainSentence,
}

export const newPasswordSentence = (value: unknown) =>
  isBlank(value) ? authTexts.passwordRequired : lengthSentence(value)

function lengthSentence(value: unknown): string {
  const isLong = typeof value === 'string' && value.length > passwordMaxLength
  return isLong ? newPasswordTexts.tooLong : accountMessages.passwordTooShort
}

function passwordAgainSentence(value: unknown): string {
  return isBlank(value) ? accountMessages.passwordConfirmationRequired : accountMessages.passwordsDiffer
}

interface NewPasswordPairProps {
  first: FieldBinding
  again: FieldBinding
  errors: { new_password1?: FieldError | undefined; new_password2?: FieldError | undefined }
}

export function NewPasswordPair({ first, again, errors }: NewPasswordPairProps) {
  return (
    <>
      <PasswordField
        label={resetTexts.newPassword}
        autoComplete="new-password"
        hint={errors.new_password1 ? undefined : resetTexts.newPasswordHint}
        error={errors.new_password1?.message}
        {...first}
      />
      <PasswordField
        label={resetTexts.newPasswordAgain}
        autoComplete="new-password"
        error={errors.new_password2?.message}
        {...again}
      />
    </>
  )
}

/** A handler for changes of the first password. It checks the second field, `again`, again if that has an error. */
export function compareAgain<Values extends object>(form: Form<Values>, again: keyof Values & string): () => void {
  return () => {
    if (form.formState.errors[again] !== undefined) form.trigger(again)
  }
}

export interface NewPasswordValues {
  new_password1: string
  new_password2: string
}

export const newPasswordResolver = formResolver<NewPasswordValues>(
  z.object(newPasswordFields).check(samePasswords),
  newPasswordSentences,
)
