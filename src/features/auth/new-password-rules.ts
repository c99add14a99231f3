import * as z from 'zod/mini'
import { changePassword } from '#contract/auth.ts'
import { accountMessages } from '../../messages/account-messages.ts'
import { lengthSentence, passwordAgainSentence } from './new-password-sentences.ts'

const { new_password1, new_password2 } = changePassword.body.shape

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
