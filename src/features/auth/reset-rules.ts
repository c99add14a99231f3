import * as z from 'zod/mini'
import { requestPasswordReset } from '#contract/auth.ts'
import { formResolver } from '../../forms/form-resolver.ts'
import { emailSentence } from './auth-sentences.ts'
import { newPasswordFields, newPasswordSentences, samePasswords } from './new-password-rules.ts'

export interface EmailValues {
  email: string
}

/** One e-mail address: what a reset and a sign-in link ask for. */
export const emailResolver = formResolver<EmailValues>(requestPasswordReset.body, { email: emailSentence })

export interface NewPasswordValues {
  new_password1: string
  new_password2: string
}

export const newPasswordResolver = formResolver<NewPasswordValues>(
  z.object(newPasswordFields).check(samePasswords),
  newPasswordSentences,
)
