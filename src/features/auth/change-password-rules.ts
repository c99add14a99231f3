import * as z from 'zod/mini'
import { passwordAsGiven } from '#contract/log-in.ts'
import { formResolver } from '../../forms/form-resolver.ts'
import { accountMessages } from '../../messages/account-messages.ts'
import { newPasswordFields, newPasswordSentences, samePasswords } from './new-password-rules.ts'
import type { NewPasswordValues } from './reset-rules.ts'

export interface ChangePasswordValues extends NewPasswordValues {
  old_password: string
}

export const emptyPasswordChange: ChangePasswordValues = { old_password: '', new_password1: '', new_password2: '' }

export const changePasswordResolver = formResolver<ChangePasswordValues>(
  z.object({ old_password: passwordAsGiven, ...newPasswordFields }).check(samePasswords),
  {
    old_password: (value) => (value === '' ? accountMessages.oldPasswordRequired : accountMessages.oldPasswordWrong),
    ...newPasswordSentences,
  },
)
