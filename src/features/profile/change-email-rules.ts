import { requestEmailChange } from '#contract/account.ts'
import { formResolver } from '../../forms/form-resolver.ts'
import { isBlank } from '../../forms/is-blank.ts'
import { emailTexts } from '../../messages/profile.ts'

export interface ChangeEmailValues {
  new_email: string
  password: string
}

export const changeEmailResolver = formResolver<ChangeEmailValues>(requestEmailChange.body, {
  new_email: (value) => (isBlank(value) ? emailTexts.required : emailTexts.invalid),
  password: () => emailTexts.passwordRequired,
})
