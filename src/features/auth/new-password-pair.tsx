import type { FieldBinding, FieldError } from '../../forms/form.ts'
import { resetTexts } from '../../messages/reset.ts'
import { PasswordField } from '../../ui/field/password-field.tsx'

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
