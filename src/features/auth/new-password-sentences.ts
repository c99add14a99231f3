import { passwordMaxLength } from '#contract/text-limits.ts'
import { isBlank } from '../../forms/is-blank.ts'
import { accountMessages } from '../../messages/account-messages.ts'
import { authTexts } from '../../messages/auth.ts'
import { newPasswordTexts } from '../../messages/new-password.ts'

/** What is wrong with a password that somebody makes up. */
export const newPasswordSentence = (value: unknown) =>
  isBlank(value) ? authTexts.passwordRequired : lengthSentence(value)

/** The same of one that is there. */
export function lengthSentence(value: unknown): string {
  const isLong = typeof value === 'string' && value.length > passwordMaxLength
  return isLong ? newPasswordTexts.tooLong : accountMessages.passwordTooShort
}

export function passwordAgainSentence(value: unknown): string {
  return isBlank(value) ? accountMessages.passwordConfirmationRequired : accountMessages.passwordsDiffer
}
