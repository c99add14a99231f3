import * as z from 'zod/mini'
import { ChangePasswordBody } from '#contract/auth.ts'
import { passwordMaxLength } from '#contract/text-limits.ts'
import { accountMessages } from '../../messages/account-messages.ts'
import { authTexts, newPasswordTexts } from '../../messages/auth.ts'
import { resetTexts } from '../../messages/reset.ts'
import { PasswordField } from '../../ui/field/password-field.tsx'
import { type FieldBinding, type FieldError, type Form, formResolver, isBlank } from '../../ui/form.ts'

const { new_password1, new_password2 } = ChangePasswordBody.shape

/** The two fields of a new password, for a form that sets one; `samePasswords` compares them. */
export const newPasswordFields = { new_password1, new_password2: new_password2.check(z.minLength(1)) }

/** The pair is compared even while another field is still wrong: one round of corrections is enough. */
export const samePasswords = z.refine<{ new_password1: string; new_password2: string }>(
  (form) => form.new_password1 === form.new_password2,
  { path: ['new_password2'], when: () => true },
)

export const newPasswordSentences = {
  new_password1: (value: unknown) => (value === '' ? accountMessages.newPasswordRequired : lengthSentence(value)),
  new_password2: passwordAgainSentence,
}

/** What is wrong with a password that somebody makes up. */
export const newPasswordSentence = (value: unknown) =>
  isBlank(value) ? authTexts.passwordRequired : lengthSentence(value)

/** The same of one that is there. */
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

/** The new password, and the same once more. */
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

/** For each change of the first password: what is said under the second one, `again`, is judged again. */
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
